(** The meaning of every exported statement. This file has to be read to trust one; nothing below it has.

    exp, ln, PI, /, ^ and the order of R are those of Coq's library. dpsym's kernel leaves 1/0 and the logarithm of
    a number that is not positive open: what it proves holds whatever they are. Coq gives them values (/ 0 is some
    real, ln x = 0 for x <= 0), so a theorem here is an instance of the kernel's: it says nothing more, and where
    no such term occurs, nothing less. *)
From Coq Require Import Reals List ClassicalDedekindReals.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

(** A finite set that is not empty, of outcomes, records or parameters: its elements in a list, each once. A theorem
    for every [Y : Fin] holds for all finite output sets; without [point] a sum over no outcomes would have to be
    considered, which no law has. *)
Record Fin := { car :> Type; elems : list car; point : car;
  complete : forall y, In y elems; once : NoDup elems }.
Arguments elems : clear implicits.
Arguments point : clear implicits.

(** The sum of f over a finite set. *)
Definition sum {Y : Fin} (f : Y -> R) : R := fold_right Rplus 0 (map f (elems Y)).

(** 1 where a proposition holds, 0 where not (decided by the classical axiom of Coq's reals). *)
Definition ind (P : Prop) : R := if sig_not_dec P then 1 else 0.

(** A natural number among the reals, as "k natural" in a theorem says it. *)
Definition isnat (x : R) : Prop := exists n : nat, x = INR n.

(** The error function. *)
Definition erf (x : R) : R := 2 / sqrt PI * RInt (fun t => exp (- (t * t))) 0 x.

(** A listed set: these elements, each once, are all of it. *)
Definition listed {Y : Fin} (l : list Y) : Prop := NoDup l /\ forall y : Y, In y l.

(** The pinned notions of dpsym/kernel/notions.json, written from it. P and Q are laws on Y, S an event as its
    indicator, f a test; a name that ends in 1 is one order of the pair, without it both. *)
(** P >= 0 and its sum is 1 *)
Definition Distribution {Y : Fin} (P : Y -> R) : Prop :=
  ((forall y : Y, (0 <= (P y))) /\ ((sum (fun (y : Y) => (P y))) = 1)).
(** S(y) is 0 or 1;   0 <= f(y) <= 1 *)
Definition Event {Y : Fin} (S_n : Y -> R) : Prop :=
  (forall y : Y, (((S_n y) = 0) \/ ((S_n y) = 1))).
(** S(y) is 0 or 1;   0 <= f(y) <= 1 *)
Definition Test {Y : Fin} (f : Y -> R) : Prop :=
  (forall y : Y, ((0 <= (f y)) /\ ((f y) <= 1))).
(** the sum of f(y) P(y) *)
Definition Mass {Y : Fin} (f : Y -> R) (P : Y -> R) : R :=
  (sum (fun (y : Y) => ((f y) * (P y)))).
(** one order of ADP *)
Definition ADP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (eps : R) (delta : R) : Prop :=
  (forall S_n : Y -> R, ((Event S_n) -> ((Mass S_n P) <= (((exp eps) * (Mass S_n Q)) + delta)))).
(** approximate DP: P(S) <= e^eps Q(S) + delta for every event S *)
Definition ADP {Y : Fin} (P : Y -> R) (Q : Y -> R) (eps : R) (delta : R) : Prop :=
  ((ADP1 P Q eps delta) /\ (ADP1 Q P eps delta)).
(** one order of PDP *)
Definition PDP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (eps : R) (delta : R) : Prop :=
  ((1 - delta) <= (sum (fun (y : Y) => ((ind (((Q y) <= ((exp eps) * (P y))) /\ ((P y) <= ((exp eps) * (Q y))))) * (P y))))).
(** probabilistic DP: P[-eps <= z <= eps] >= 1 - delta *)
Definition PDP {Y : Fin} (P : Y -> R) (Q : Y -> R) (eps : R) (delta : R) : Prop :=
  ((PDP1 P Q eps delta) /\ (PDP1 Q P eps delta)).
(** one order of BDP *)
Definition BDP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (eps : R) (delta : R) : Prop :=
  (forall f : Y -> R, ((Test f) -> ((((exp eps) * (Mass f Q)) < (Mass f P)) -> ((Mass f P) <= delta)))).
(** probabilistically bounded DP: P(f) > e^eps Q(f) gives P(f) <= delta, every test f *)
Definition BDP {Y : Fin} (P : Y -> R) (Q : Y -> R) (eps : R) (delta : R) : Prop :=
  ((BDP1 P Q eps delta) /\ (BDP1 Q P eps delta)).
(** P vanishes where Q does: no infinite loss under P *)
Definition Finite {Y : Fin} (P : Y -> R) (Q : Y -> R) : Prop :=
  (forall y : Y, (((Q y) = 0) -> ((P y) = 0))).
(** the sum of P^a Q^(1 - a) over P, Q > 0 *)
Definition Moment {Y : Fin} (P : Y -> R) (Q : Y -> R) (a : R) : R :=
  (sum (fun (y : Y) => ((ind ((0 < (P y)) /\ (0 < (Q y)))) * (exp ((a * (ln (P y))) + ((1 - a) * (ln (Q y)))))))).
(** one order of RDP *)
Definition RDP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (a : R) (eps : R) : Prop :=
  ((1 < a) /\ (Finite P Q) /\ ((Moment P Q a) <= (exp ((a - 1) * eps)))).
(** Renyi DP: a > 1, Finite, Moment <= e^((a - 1) eps) *)
Definition RDP {Y : Fin} (P : Y -> R) (Q : Y -> R) (a : R) (eps : R) : Prop :=
  ((RDP1 P Q a eps) /\ (RDP1 Q P a eps)).
(** one order of ZCDP *)
Definition ZCDP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (rho : R) : Prop :=
  (forall alpha : R, ((1 < alpha) -> ((Finite P Q) /\ ((Moment P Q alpha) <= (exp ((alpha * (alpha - 1)) * rho)))))).
(** for every order a > 1: Finite, Moment <= e^(a (a - 1) rho) *)
Definition ZCDP {Y : Fin} (P : Y -> R) (Q : Y -> R) (rho : R) : Prop :=
  ((ZCDP1 P Q rho) /\ (ZCDP1 Q P rho)).
(** (1 + erf(t/sqrt 2))/2, sqrt 2 written exp(log(2)/2) *)
Definition Phi (t : R) : R :=
  ((1 + (erf (t / (exp ((ln 2) / 2))))) / 2).
(** one order of GDP *)
Definition GDP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (mu : R) : Prop :=
  (forall t : R, (forall f : Y -> R, ((Test f) -> (((Mass f Q) <= (Phi t)) -> ((Mass f P) <= (Phi (t + mu))))))).
(** Gaussian DP: Q(f) <= Phi(t) gives P(f) <= Phi(t + mu), every t and test f *)
Definition GDP {Y : Fin} (P : Y -> R) (Q : Y -> R) (mu : R) : Prop :=
  ((GDP1 P Q mu) /\ (GDP1 Q P mu)).
(** one order of FDP *)
Definition FDP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (F : R -> R) : Prop :=
  (forall f : Y -> R, ((Test f) -> ((Mass f Q) <= (1 - (F (Mass f P)))))).
(** f-DP for the trade-off function F: Q(f) <= 1 - F(P(f)) for every test f *)
Definition FDP {Y : Fin} (P : Y -> R) (Q : Y -> R) (F : R -> R) : Prop :=
  ((FDP1 P Q F) /\ (FDP1 Q P F)).
