(** The kernel's rules as lemmas, which exported proofs apply. Proved here once; not part of any statement. *)
From Coq Require Import Reals Lra Lia List Classical FunctionalExtensionality Permutation.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Meaning.
Import ListNotations.
Open Scope R_scope.

(** * Indicators *)
Lemma ind_true (P : Prop) : P -> ind P = 1.
Proof. intro h; unfold ind; destruct ClassicalDedekindReals.sig_not_dec; tauto. Qed.
Lemma ind_false (P : Prop) : ~ P -> ind P = 0.
Proof. intro h; unfold ind; destruct ClassicalDedekindReals.sig_not_dec; tauto. Qed.
Lemma ind_idem (P : Prop) : ind P * ind P = ind P.
Proof. destruct (classic P); [rewrite ind_true | rewrite ind_false]; auto; ring. Qed.
Lemma ind_iff (P Q : Prop) : (P <-> Q) -> ind P = ind Q.
Proof. intro h; destruct (classic P); [rewrite !ind_true | rewrite !ind_false]; tauto. Qed.
Lemma ind_and (P Q : Prop) a b : ind P = a -> ind Q = b -> ind (P /\ Q) = a * b.
Proof.
  intros <- <-. destruct (classic P); [rewrite (ind_true P) by auto | rewrite (ind_false P) by auto];
  destruct (classic Q); [rewrite (ind_true Q) by auto | rewrite (ind_false Q) by auto |
    rewrite (ind_true Q) by auto | rewrite (ind_false Q) by auto];
  try (rewrite ind_true by tauto; ring); rewrite ind_false by tauto; ring.
Qed.
Lemma ind_not (P : Prop) a : ind P = a -> ind (~ P) = 1 - a.
Proof.
  intros <-. destruct (classic P).
  - rewrite (ind_true P), ind_false by tauto; ring.
  - rewrite (ind_false P), ind_true by tauto; ring.
Qed.
Lemma ind_or (P Q : Prop) a b : ind P = a -> ind Q = b -> ind (P \/ Q) = 1 - (1 - a) * (1 - b).
Proof.
  intros h k. rewrite (ind_iff (P \/ Q) (~ (~ P /\ ~ Q))) by tauto.
  apply ind_not, ind_and; apply ind_not; assumption.
Qed.
Lemma ind_imp (P Q : Prop) a b : ind P = a -> ind Q = b -> ind (P -> Q) = 1 - a * (1 - b).
Proof.
  intros h k. rewrite (ind_iff (P -> Q) (~ (P /\ ~ Q))) by tauto.
  apply ind_not, ind_and; [ | apply ind_not]; assumption.
Qed.
Lemma ind_lt x y a : ind (y <= x) = a -> ind (x < y) = 1 - a.
Proof. intro h. rewrite (ind_iff (x < y) (~ (y <= x))) by lra. apply ind_not, h. Qed.

(** * Sums *)
Section Sums.
Context {Y : Fin}.
Lemma sum_ext (f g : Y -> R) : (forall y, f y = g y) -> sum f = sum g.
Proof. intro h. unfold sum. induction (elems Y); simpl; congruence. Qed.
Lemma sum_zero : sum (fun _ : Y => 0) = 0.
Proof. unfold sum. induction (elems Y); simpl; lra. Qed.
Lemma sum_step (k : R) (f g : Y -> R) r : sum g = r -> sum (fun y => k * f y + g y) = k * sum f + r.
Proof.
  intros <-. unfold sum. induction (elems Y); simpl; [ring | rewrite IHl; ring].
Qed.
Lemma sum_scal (k : R) (f : Y -> R) : sum (fun y => k * f y) = k * sum f.
Proof. unfold sum. induction (elems Y); simpl; [ring | rewrite IHl; ring]. Qed.
Lemma sum_le (f g : Y -> R) : (forall y, f y <= g y) -> sum f <= sum g.
Proof.
  intro h. unfold sum. induction (elems Y); simpl; [lra | ]. specialize (h a); lra.
Qed.
Lemma sum_plus (f g : Y -> R) : sum (fun y => f y + g y) = sum f + sum g.
Proof. unfold sum. induction (elems Y); simpl; [ring | rewrite IHl; ring]. Qed.
End Sums.

Lemma sum_swap {Y Z : Fin} (f : Y -> Z -> R) :
  sum (fun y => sum (fun z => f y z)) = sum (fun z => sum (fun y => f y z)).
Proof.
  unfold sum at 1 4. induction (elems Y); simpl.
  - symmetry; apply sum_zero.
  - rewrite IHl. symmetry. apply sum_plus.
Qed.

Lemma sum_pick {Y : Fin} (i : Y) (f : Y -> R) : sum (fun y => ind (y = i) * f y) = f i.
Proof.
  unfold sum. assert (A := complete Y i). assert (N := once Y). revert A N.
  induction (elems Y) as [ | a l IH]; simpl; [tauto | ].
  intros [<- | h] n; inversion_clear n as [ | ? ? out rest].
  - rewrite ind_true by reflexivity.
    replace (fold_right Rplus 0 (map (fun y => ind (y = a) * f y) l)) with 0; [ring | ].
    clear IH rest. induction l as [ | b l IH]; simpl; [reflexivity | ].
    rewrite ind_false by (intro e; apply out; left; exact e).
    rewrite <- IH by (intro; apply out; right; assumption). ring.
  - rewrite IH by assumption. rewrite ind_false; [ring | intros ->; contradiction].
Qed.

(** Products of finite sets *)
Lemma nodup_prod {A B} (l : list A) (m : list B) : NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  intros hl hm. induction hl as [ | a l out _ IH]; simpl; [constructor | ].
  assert (D : forall x, In x (map (fun y => (a, y)) m) -> ~ In x (list_prod l m)).
  { intros [u v] h k. apply in_map_iff in h as [w [e _]]. injection e as <- <-.
    apply in_prod_iff in k. tauto. }
  assert (N : NoDup (map (fun y => (a, y)) m)).
  { clear D IH out. induction hm; simpl; constructor; auto.
    intro k; apply in_map_iff in k as [w [e ?]]. congruence. }
  revert D N. generalize (map (fun y => (a, y)) m) as p.
  induction p as [ | x p IHp]; simpl; intros D N; [exact IH | ].
  inversion_clear N. constructor.
  - rewrite in_app_iff. intros [k | k]; [contradiction | exact (D x (or_introl eq_refl) k)].
  - apply IHp; auto.
Qed.
Definition prodF (A B : Fin) : Fin := {|
  car := (A * B)%type; elems := list_prod (elems A) (elems B); point := (point A, point B);
  complete := fun p => match p with (a, b) => in_prod _ _ a b (complete A a) (complete B b) end;
  once := nodup_prod _ _ (once A) (once B) |}.
Lemma sum_pair_list {A B : Type} (f : A * B -> R) (l : list A) (m : list B) :
  fold_right Rplus 0 (map f (list_prod l m)) =
  fold_right Rplus 0 (map (fun a => fold_right Rplus 0 (map (fun b => f (a, b)) m)) l).
Proof.
  induction l as [ | a l IH]; simpl; [reflexivity | ].
  rewrite map_app, fold_right_app, IH, map_map. clear IH.
  generalize (fold_right Rplus 0 (map (fun a => fold_right Rplus 0 (map (fun b => f (a, b)) m)) l)) as t.
  intro t. induction m as [ | b m IH]; simpl; [ring | ]. rewrite IH. ring.
Qed.
Lemma sum_pair {A B : Fin} (f : prodF A B -> R) : sum f = sum (fun a => sum (fun b => f (a, b))).
Proof. apply sum_pair_list. Qed.
Definition oneF : Fin.
Proof.
  refine {| car := unit; elems := [tt]; point := tt |}; [intros []; left; reflexivity | ].
  constructor; [intros [] | constructor].
Defined.

Lemma sum_listed {Y : Fin} (l : list Y) (f : Y -> R) : listed l -> sum f = fold_right Rplus 0 (map f l).
Proof.
  intros [n c]. unfold sum. assert (P : Permutation (elems Y) l).
  { apply NoDup_Permutation; [apply once | exact n | ]. intro x; split; intro; [apply c | apply complete]. }
  clear n c. revert P. generalize (elems Y) as u. intros u P. induction P; simpl; lra.
Qed.

(** What holds of each element of a listed set holds of all outcomes in it. *)
Lemma each_listed {Y : Fin} {l : list Y} (h : listed l) (f : Y -> Prop) :
  fold_right and True (map f l) -> forall y : Y, f y.
Proof.
  intros a y. assert (i := proj2 h y). clear h. revert a i.
  induction l as [ | b l IH]; simpl; [tauto | ].
  intros [one rest] [e | i]; [rewrite <- e; exact one | exact (IH rest i)].
Qed.

(** * Formulas with one key *)
Lemma le_conv a b c d : b - a = d - c -> (a <= b <-> c <= d).
Proof. lra. Qed.
Lemma lt_conv a b c d : b - a = d - c -> (a < b <-> c < d).
Proof. lra. Qed.
Lemma eq_conv a b c d : a - b = c - d -> (a = b <-> c = d).
Proof. lra. Qed.
Lemma eq_conv_neg a b c d : a - b = d - c -> (a = b <-> c = d).
Proof. lra. Qed.
Lemma eqs_conv {A : Type} (a b : A) : a = b <-> b = a.
Proof. split; congruence. Qed.
Lemma nat_conv a b : a = b -> (isnat a <-> isnat b).
Proof. intros <-; tauto. Qed.
Lemma and_conv (A B C D : Prop) : (A <-> B) -> (C <-> D) -> (A /\ C <-> B /\ D).
Proof. tauto. Qed.
Lemma or_conv (A B C D : Prop) : (A <-> B) -> (C <-> D) -> (A \/ C <-> B \/ D).
Proof. tauto. Qed.
Lemma imp_conv (A B C D : Prop) : (A <-> B) -> (C <-> D) -> ((A -> C) <-> (B -> D)).
Proof. tauto. Qed.
Lemma not_conv (A B : Prop) : (A <-> B) -> (~ A <-> ~ B).
Proof. tauto. Qed.
Lemma nn_conv (A B : Prop) : (A <-> B) -> (~ ~ A <-> B).
Proof. destruct (classic A); tauto. Qed.
Lemma nle_conv a b (C : Prop) : (b < a <-> C) -> (~ a <= b <-> C).
Proof. intros <-. lra. Qed.
Lemma nlt_conv a b (C : Prop) : (b <= a <-> C) -> (~ a < b <-> C).
Proof. intros <-. lra. Qed.
Lemma all_conv {T : Type} (A B : T -> Prop) :
  (forall x, A x <-> B x) -> ((forall x, A x) <-> (forall x, B x)).
Proof. firstorder. Qed.
Lemma ex_conv {T : Type} (A B : T -> Prop) :
  (forall x, A x <-> B x) -> ((exists x, A x) <-> (exists x, B x)).
Proof. firstorder. Qed.
Definition fwd {A B : Prop} (h : A <-> B) : A -> B := proj1 h.
Definition bwd {A B : Prop} (h : A <-> B) : B -> A := proj2 h.

(** * Arithmetic *)
Lemma ge_le a b : a <= b -> 0 <= b - a. Proof. lra. Qed.
Lemma ge_lt a b : a < b -> 0 <= b - a. Proof. lra. Qed.
Lemma gt_lt a b : a < b -> 0 < b - a. Proof. lra. Qed.
Lemma gt_nle a b : ~ a <= b -> 0 < a - b. Proof. lra. Qed.
Lemma ge_nle a b : ~ a <= b -> 0 <= a - b. Proof. lra. Qed.
Lemma ge_nlt a b : ~ a < b -> 0 <= a - b. Proof. lra. Qed.
Lemma ge_of_gt a : 0 < a -> 0 <= a. Proof. lra. Qed.
Lemma z_eq a b : a = b -> a - b = 0. Proof. lra. Qed.
Definition pos1 : 0 < 1 := Rlt_0_1.
Definition nn1 : 0 <= 1 := Rle_0_1.
Lemma nn_sq a q : 0 <= a -> 0 <= a * (q * q).
Proof. intro; apply Rmult_le_pos; [assumption | nra]. Qed.
Lemma z_mul m e : e = 0 -> m * e = 0. Proof. intros ->; ring. Qed.
Lemma add_nn a b : 0 <= a -> 0 <= b -> 0 <= a + b. Proof. lra. Qed.
Lemma add_pos_l a b : 0 < a -> 0 <= b -> 0 < a + b. Proof. lra. Qed.
Lemma add_pos_r a b : 0 <= a -> 0 < b -> 0 < a + b. Proof. lra. Qed.
Lemma ar_ge g t s z : 0 < t -> 0 <= s -> z = 0 -> g * t = s + z -> 0 <= g.
Proof. intros ht hs -> e. apply Rnot_lt_le; intro n. assert (g * t < 0) by nra. lra. Qed.
Lemma ar_gt g t s z : 0 < t -> 0 < s -> z = 0 -> g * t = s + z -> 0 < g.
Proof. intros ht hs -> e. apply Rnot_le_lt; intro n. assert (g * t <= 0) by nra. lra. Qed.
Lemma ar_eq g t z : 0 < t -> z = 0 -> g * t = z -> g = 0.
Proof. intros ht -> e. apply Rmult_integral in e. lra. Qed.
Lemma le_ge a b : 0 <= b - a -> a <= b. Proof. lra. Qed.
Lemma lt_gt a b : 0 < b - a -> a < b. Proof. lra. Qed.
Lemma eq_z a b : a - b = 0 -> a = b. Proof. lra. Qed.
Lemma nle_gt a b : 0 < a - b -> ~ a <= b. Proof. lra. Qed.
Lemma nlt_ge a b : 0 <= a - b -> ~ a < b. Proof. lra. Qed.
Lemma inv_pos b : 0 < b -> b * (1 / b) = 1. Proof. intro; field; lra. Qed.
Lemma inv_neg b : b < 0 -> b * (1 / b) = 1. Proof. intro; field; lra. Qed.
Lemma inv_ne b : ~ b = 0 -> b * (1 / b) = 1. Proof. intro; field; assumption. Qed.
Lemma inv_is v w : v * w = 1 -> / v = w.
Proof. intro h. assert (v <> 0) by (intros ->; lra). apply (Rmult_eq_reg_l v); [ | assumption].
  rewrite h. apply Rinv_r; assumption. Qed.

(** * exp, log, erf *)
Lemma exp_one (k x u : R) n : u = k * x -> k = INR n -> exp u = exp x ^ n.
Proof. intros -> ->. induction n; [simpl; rewrite Rmult_0_l; apply exp_0 | ].
  rewrite S_INR, Rmult_plus_distr_r, exp_plus, IHn, Rmult_1_l. simpl; ring. Qed.
Lemma exp_step (k x r t : R) n : k = INR n -> exp r = t -> exp (k * x + r) = exp x ^ n * t.
Proof. intros h <-. rewrite exp_plus. now rewrite (exp_one k x (k * x) n eq_refl h). Qed.
Lemma exp_pair x : exp x * exp (- x) = 1.
Proof. rewrite <- exp_plus, Rplus_opp_r. apply exp_0. Qed.
Lemma exp_pair2 x y : y = - x -> exp x * exp y = 1.
Proof. intros ->. apply exp_pair. Qed.
Lemma exp_tangent t : 1 + t <= exp t.
Proof.
  destruct (Req_dec t 0) as [-> | h]; [rewrite exp_0; lra | left; apply exp_ineq1; assumption].
Qed.
Lemma log_exp t : 0 < t -> exp (ln t) = t. Proof. apply exp_ln. Qed.
Lemma bell_int a b : ex_RInt (fun t => exp (- (t * t))) a b.
Proof.
  apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros z _.
  apply (ex_derive_continuous (V := R_NormedModule) (fun t => exp (- (t * t)))). auto_derive; trivial.
Qed.
Lemma erf_odd x y : y = - x -> erf y = - erf x.
Proof.
  intros ->. unfold erf.
  pose proof (RInt_comp_lin (fun t => exp (- (t * t))) (-1) 0 0 x) as H.
  replace (-1 * 0 + 0) with 0 in H by ring. replace (-1 * x + 0) with (- x) in H by ring.
  rewrite <- H by apply bell_int. clear H.
  rewrite (RInt_ext _ (fun y => scal (-1) (exp (- (y * y))))).
  - etransitivity; [exact (f_equal (Rmult (2 / sqrt PI)) (RInt_scal (V := R_CompleteNormedModule) _ 0 x (-1) (bell_int 0 x))) | ]. unfold scal; simpl; unfold mult; simpl. ring.
  - intros u _. unfold scal; simpl; unfold mult; simpl. do 2 f_equal. ring.
Qed.

(** * Finite sets and natural numbers *)
Lemma argmin {Y : Fin} (f : Y -> R) : exists y, forall x, f y <= f x.
Proof.
  assert (A : forall l : list Y, forall p : Y, exists y, f y <= f p /\ forall x, In x l -> f y <= f x).
  { induction l as [ | a l IH]; intro p; [exists p; split; [lra | intros ? []] | ].
    destruct (IH p) as [y [hp h]]. destruct (Rle_dec (f y) (f a)).
    - exists y; split; [assumption | ]. intros x [<- | k]; auto.
    - exists a; split; [lra | ]. intros x [<- | k]; [lra | ]. specialize (h x k); lra. }
  destruct (A (elems Y) (point Y)) as [y [_ h]]. exists y. intro x; apply h, complete.
Qed.
Lemma nat_0 : isnat 0. Proof. exists 0%nat; reflexivity. Qed.
Lemma nat_next k : isnat k -> isnat (k + 1) /\ 0 <= k.
Proof. intros [n ->]. split; [exists (S n); symmetry; apply S_INR | apply pos_INR]. Qed.
Lemma induct (A : R -> Prop) : A 0 -> (forall k, isnat k -> A k -> A (k + 1)) -> forall k, isnat k -> A k.
Proof.
  intros h0 h1 k [n ->]. induction n; [exact h0 | ]. rewrite S_INR. apply h1; [exists n; reflexivity | assumption].
Qed.
Lemma by_cases (A C : Prop) : (A -> C) -> (~ A -> C) -> C.
Proof. destruct (classic A); tauto. Qed.
Lemma z_add a b : a = 0 -> b = 0 -> a + b = 0. Proof. lra. Qed.
Lemma eq_opp a b : a = (-1) * b -> a = - b. Proof. lra. Qed.
Lemma erf_neg u v : u = (-1) * v -> erf u = (-1) * erf v.
Proof. intros h. rewrite (erf_odd v u) by lra. ring. Qed.
Lemma ind_const_le_t a b v : b - a = v -> 0 <= v -> ind (a <= b) = 1.
Proof. intros; apply ind_true; lra. Qed.
Lemma ind_const_le_f a b v : b - a = v -> v < 0 -> ind (a <= b) = 0.
Proof. intros; apply ind_false; lra. Qed.
Lemma ind_const_eq_t a b v : b - a = v -> v = 0 -> ind (a = b) = 1.
Proof. intros; apply ind_true; lra. Qed.
Lemma ind_const_eq_f a b v : b - a = v -> v <> 0 -> ind (a = b) = 0.
Proof. intros; apply ind_false; lra. Qed.
Lemma erf_zero u : u = 0 -> erf u = 0.
Proof. intros ->. unfold erf. rewrite RInt_point. unfold zero; simpl. ring. Qed.
Lemma listed_ne {Y : Fin} {l : list Y} (h : listed l) (i j : nat) (d : Y) :
  (i < length l)%nat -> (j < length l)%nat -> i <> j -> nth i l d <> nth j l d.
Proof. intros hi hj ne e. apply ne. exact (proj1 (NoDup_nth l d) (proj1 h) i j hi hj e). Qed.
