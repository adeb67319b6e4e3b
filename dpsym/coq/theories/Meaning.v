(** What every exported statement means. Who trusts Coq reads this file and the statement, and no proof.

    A theorem is [Module t_its_name]: its [statement], a proposition in the words of this file and of Coq's reals
    (exp, ln, PI, /, ^, <=, <, numerals), then its proof. Sets of outputs, laws, tests and parameters are quantified
    in front: the statement is about all of them. A witness against a near miss is a theorem too: at these exact
    values the hypotheses hold and the conclusion fails.

    1/0 and logarithms of numbers that are not positive. dpsym's kernel has no rule about them: it uses 1/b only
    through b * (1/b) = 1 where b <> 0 is proved, log a only through exp (log a) = a where 0 < a is proved. So what
    it proves is true whatever number 1/0 is and however the logarithm goes on at a <= 0: one theorem for each choice.
    Coq has chosen ([/] and [ln] are functions on all of R; ln x = 0 for x <= 0), and a theorem here is the kernel's
    at that choice: an instance, true, and no statement about another choice. A reader may conclude:
    - Where hypotheses, or a factor [ind (0 < ...)] beside the term, exclude the case, the statement is that of
      ordinary mathematics. dpsym asks of each theorem of its library that every term has a value where it is read.
    - Elsewhere it says what Coq's choice makes of it, no more: do not read "the bound holds for delta = 1" out of a
      bound that divides by 1 - delta. *)
From Coq Require Import Reals List ClassicalDedekindReals.
From Coquelicot Require Import Coquelicot. Open Scope R_scope.

(** A finite set that is not empty, of outcomes, records or parameters: its elements in a list, each once. A theorem
    for every [Y : Fin] holds for all finite output sets. With [point], since no law has an empty set of outcomes:
    what would hold only because there is nothing to hold for is not said. *)
Record Fin := { car :> Type; elems : list car; point : car;
  complete : forall y, In y elems; once : NoDup elems }.
Arguments elems : clear implicits. Arguments point : clear implicits.

(** The sum of f over a finite set: over the list, so each element counts once, in whatever order. *)
Definition sum {Y : Fin} (f : Y -> R) : R := fold_right Rplus 0 (map f (elems Y)).

(** 1 where a proposition holds, 0 where not; by the classical axiom of Coq's reals, as no order of R is decidable. *)
Definition ind (P : Prop) : R := if sig_not_dec P then 1 else 0.

(** A natural number among the reals, as "k natural" in a theorem says it: parameters are reals throughout. *)
Definition isnat (x : R) : Prop := exists n : nat, x = INR n.

(** The error function, as Coquelicot's Riemann integral: Coq's library has none. *)
Definition erf (x : R) : R := 2 / sqrt PI * RInt (fun t => exp (- (t * t))) 0 x.

(** A listed set: these elements, each once, are all of it. For claims about outputs that have names. *)
Definition listed {Y : Fin} (l : list Y) : Prop := NoDup l /\ forall y : Y, In y l.

(** The pinned notions of dpsym/kernel/notions.json, written from it; each says beside it why it is so. P and Q are
    laws on Y, S an event as its indicator, f a test; a name that ends in 1 is one order of the pair, without it both. *)
(** P >= 0 and its sum is 1; no outcome has to have mass: laws may vanish *)
Definition Distribution {Y : Fin} (P : Y -> R) : Prop :=
  ((forall y : Y, (0 <= (P y))) /\ ((sum (fun (y : Y) => (P y))) = 1)).
(** S(y) is 0 or 1; an event is its indicator, so that sums over it are sums of products *)
Definition Event {Y : Fin} (S_n : Y -> R) : Prop :=
  (forall y : Y, (((S_n y) = 0) \/ ((S_n y) = 1))).
(** 0 <= f(y) <= 1; randomised: an event is the test that is 0 or 1 *)
Definition Test {Y : Fin} (f : Y -> R) : Prop :=
  (forall y : Y, ((0 <= (f y)) /\ ((f y) <= 1))).
(** the sum of f(y) P(y); the probability of an event, the mean of a test *)
Definition Mass {Y : Fin} (f : Y -> R) (P : Y -> R) : R :=
  (sum (fun (y : Y) => ((f y) * (P y)))).
(** ADP for the pair in this order *)
Definition ADP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (eps : R) (delta : R) : Prop :=
  (forall S_n : Y -> R, ((Event S_n) -> ((Mass S_n P) <= (((exp eps) * (Mass S_n Q)) + delta)))).
(** approximate DP: P(S) <= e^eps Q(S) + delta for every event S; in both orders, since the neighbours' relation is symmetric *)
Definition ADP {Y : Fin} (P : Y -> R) (Q : Y -> R) (eps : R) (delta : R) : Prop :=
  ((ADP1 P Q eps delta) /\ (ADP1 Q P eps delta)).
(** PDP for the pair in this order *)
Definition PDP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (eps : R) (delta : R) : Prop :=
  ((1 - delta) <= (sum (fun (y : Y) => ((ind (((Q y) <= ((exp eps) * (P y))) /\ ((P y) <= ((exp eps) * (Q y))))) * (P y))))).
(** probabilistic DP: P[-eps <= z <= eps] >= 1 - delta; as an event of P itself, so that an outcome without mass under Q counts as a large loss *)
Definition PDP {Y : Fin} (P : Y -> R) (Q : Y -> R) (eps : R) (delta : R) : Prop :=
  ((PDP1 P Q eps delta) /\ (PDP1 Q P eps delta)).
(** BDP for the pair in this order *)
Definition BDP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (eps : R) (delta : R) : Prop :=
  (forall f : Y -> R, ((Test f) -> ((((exp eps) * (Mass f Q)) < (Mass f P)) -> ((Mass f P) <= delta)))).
(** probabilistically bounded DP: P(f) > e^eps Q(f) gives P(f) <= delta, every test f; over tests: events after a randomised post-processing *)
Definition BDP {Y : Fin} (P : Y -> R) (Q : Y -> R) (eps : R) (delta : R) : Prop :=
  ((BDP1 P Q eps delta) /\ (BDP1 Q P eps delta)).
(** P vanishes where Q does: no infinite loss under P; asked beside a moment, whose sum leaves such outcomes out *)
Definition Finite {Y : Fin} (P : Y -> R) (Q : Y -> R) : Prop :=
  (forall y : Y, (((Q y) = 0) -> ((P y) = 0))).
(** the sum of P^a Q^(1 - a) over P, Q > 0; the indicator leaves out where ln has no value *)
Definition Moment {Y : Fin} (P : Y -> R) (Q : Y -> R) (a : R) : R :=
  (sum (fun (y : Y) => ((ind ((0 < (P y)) /\ (0 < (Q y)))) * (exp ((a * (ln (P y))) + ((1 - a) * (ln (Q y)))))))).
(** RDP for the pair in this order *)
Definition RDP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (a : R) (eps : R) : Prop :=
  ((1 < a) /\ (Finite P Q) /\ ((Moment P Q a) <= (exp ((a - 1) * eps)))).
(** Renyi DP: a > 1, Finite, Moment <= e^((a - 1) eps); the logarithm of the moment is multiplied out: no ln of a sum, no division by a - 1 *)
Definition RDP {Y : Fin} (P : Y -> R) (Q : Y -> R) (a : R) (eps : R) : Prop :=
  ((RDP1 P Q a eps) /\ (RDP1 Q P a eps)).
(** ZCDP for the pair in this order *)
Definition ZCDP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (rho : R) : Prop :=
  (forall alpha : R, ((1 < alpha) -> ((Finite P Q) /\ ((Moment P Q alpha) <= (exp ((alpha * (alpha - 1)) * rho)))))).
(** for every order a > 1: Finite, Moment <= e^(a (a - 1) rho); orders above 1, all of them at once *)
Definition ZCDP {Y : Fin} (P : Y -> R) (Q : Y -> R) (rho : R) : Prop :=
  ((ZCDP1 P Q rho) /\ (ZCDP1 Q P rho)).
(** (1 + erf(t/sqrt 2))/2, sqrt 2 written exp(log(2)/2); the normal distribution function, without a square root among the terms *)
Definition Phi (t : R) : R :=
  ((1 + (erf (t / (exp ((ln 2) / 2))))) / 2).
(** GDP for the pair in this order *)
Definition GDP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (mu : R) : Prop :=
  (forall t : R, (forall f : Y -> R, ((Test f) -> (((Mass f Q) <= (Phi t)) -> ((Mass f P) <= (Phi (t + mu))))))).
(** Gaussian DP: Q(f) <= Phi(t) gives P(f) <= Phi(t + mu), every t and test f; the trade-off function of two normal laws, without its inverse *)
Definition GDP {Y : Fin} (P : Y -> R) (Q : Y -> R) (mu : R) : Prop :=
  ((GDP1 P Q mu) /\ (GDP1 Q P mu)).
(** FDP for the pair in this order *)
Definition FDP1 {Y : Fin} (P : Y -> R) (Q : Y -> R) (F : R -> R) : Prop :=
  (forall f : Y -> R, ((Test f) -> ((Mass f Q) <= (1 - (F (Mass f P)))))).
(** f-DP for the trade-off function F: Q(f) <= 1 - F(P(f)) for every test f; the second error 1 - Q(f) is at least F at the first, P(f); any F may be given *)
Definition FDP {Y : Fin} (P : Y -> R) (Q : Y -> R) (F : R -> R) : Prop :=
  ((FDP1 P Q F) /\ (FDP1 Q P F)).
