(** The notions of Meaning.v once more, for laws on the pairs of two finite sets: named as there, with a 2. *)
From Coq Require Import Reals. From Dpsym Require Import Meaning. Open Scope R_scope.
Definition Distribution2 {Y Z : Fin} (P : Y -> Z -> R) : Prop :=
  ((forall y : Y, (forall z : Z, (0 <= (P y z)))) /\ ((sum (fun (y : Y) => (sum (fun (z : Z) => (P y z))))) = 1)).
Definition Event2 {Y Z : Fin} (S_n : Y -> Z -> R) : Prop :=
  (forall y : Y, (forall z : Z, (((S_n y z) = 0) \/ ((S_n y z) = 1)))).
Definition Test2 {Y Z : Fin} (f : Y -> Z -> R) : Prop :=
  (forall y : Y, (forall z : Z, ((0 <= (f y z)) /\ ((f y z) <= 1)))).
Definition Mass2 {Y Z : Fin} (f : Y -> Z -> R) (P : Y -> Z -> R) : R :=
  (sum (fun (y : Y) => (sum (fun (z : Z) => ((f y z) * (P y z)))))).
Definition ADP12 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (eps : R) (delta : R) : Prop :=
  (forall S_n : Y -> Z -> R, ((Event2 S_n) -> ((Mass2 S_n P) <= (((exp eps) * (Mass2 S_n Q)) + delta)))).
Definition ADP2 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (eps : R) (delta : R) : Prop :=
  ((ADP12 P Q eps delta) /\ (ADP12 Q P eps delta)).
Definition PDP12 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (eps : R) (delta : R) : Prop :=
  ((1 - delta) <= (sum (fun (y : Y) => (sum (fun (z : Z) => ((ind (((Q y z) <= ((exp eps) * (P y z))) /\ ((P y z) <= ((exp eps) * (Q y z))))) * (P y z))))))).
Definition PDP2 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (eps : R) (delta : R) : Prop :=
  ((PDP12 P Q eps delta) /\ (PDP12 Q P eps delta)).
Definition BDP12 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (eps : R) (delta : R) : Prop :=
  (forall f : Y -> Z -> R, ((Test2 f) -> ((((exp eps) * (Mass2 f Q)) < (Mass2 f P)) -> ((Mass2 f P) <= delta)))).
Definition BDP2 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (eps : R) (delta : R) : Prop :=
  ((BDP12 P Q eps delta) /\ (BDP12 Q P eps delta)).
Definition Finite2 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) : Prop :=
  (forall y : Y, (forall z : Z, (((Q y z) = 0) -> ((P y z) = 0)))).
Definition Moment2 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (a : R) : R :=
  (sum (fun (y : Y) => (sum (fun (z : Z) => ((ind ((0 < (P y z)) /\ (0 < (Q y z)))) * (exp ((a * (ln (P y z))) + ((1 - a) * (ln (Q y z)))))))))).
Definition RDP12 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (a : R) (eps : R) : Prop :=
  ((1 < a) /\ (Finite2 P Q) /\ ((Moment2 P Q a) <= (exp ((a - 1) * eps)))).
Definition RDP2 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (a : R) (eps : R) : Prop :=
  ((RDP12 P Q a eps) /\ (RDP12 Q P a eps)).
Definition ZCDP12 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (rho : R) : Prop :=
  (forall alpha : R, ((1 < alpha) -> ((Finite2 P Q) /\ ((Moment2 P Q alpha) <= (exp ((alpha * (alpha - 1)) * rho)))))).
Definition ZCDP2 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (rho : R) : Prop :=
  ((ZCDP12 P Q rho) /\ (ZCDP12 Q P rho)).
Definition Phi2 (t : R) : R :=
  ((1 + (erf (t / (exp ((ln 2) / 2))))) / 2).
Definition GDP12 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (mu : R) : Prop :=
  (forall t : R, (forall f : Y -> Z -> R, ((Test2 f) -> (((Mass2 f Q) <= (Phi2 t)) -> ((Mass2 f P) <= (Phi2 (t + mu))))))).
Definition GDP2 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (mu : R) : Prop :=
  ((GDP12 P Q mu) /\ (GDP12 Q P mu)).
Definition FDP12 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (F : R -> R) : Prop :=
  (forall f : Y -> Z -> R, ((Test2 f) -> ((Mass2 f Q) <= (1 - (F (Mass2 f P)))))).
Definition FDP2 {Y Z : Fin} (P : Y -> Z -> R) (Q : Y -> Z -> R) (F : R -> R) : Prop :=
  ((FDP12 P Q F) /\ (FDP12 Q P F)).
