(** From finite output sets to any: the exact reduction, for claims about finitely many sums of degree 1 and finitely
    many conditions at an outcome. The integral is any positive linear functional; no measure is constructed. *)
From Coq Require Import Reals Lra List Classical FunctionalExtensionality.
From Dpsym Require Import Meaning Rules.
Import ListNotations.
Open Scope R_scope.

(** * Points with weights *)
Definition val {X : Type} (f : X -> R) (l : list (R * X)) : R :=
  fold_right (fun p s => fst p * f (snd p) + s) 0 l.

Definition inside {X : Type} (N : X -> Prop) (l : list (R * X)) : Prop :=
  Forall (fun p => 0 < fst p /\ N (snd p)) l.

(** a1 z1 + a2 z2 + ... at a point; what has no coefficient counts for nothing *)
Fixpoint comb {X : Type} (a : list R) (zs : list (X -> R)) (y : X) : R :=
  match a, zs with x :: b, z :: more => x * z y + comb b more y | _, _ => 0 end.

Lemma val_app {X} (f : X -> R) l m : val f (l ++ m) = val f l + val f m.
Proof. induction l as [ | p l IH]; simpl; [lra | ]. unfold val in *; simpl; rewrite IH; lra. Qed.

Lemma val_scale {X} (f : X -> R) c l : val f (map (fun p => (c * fst p, snd p)) l) = c * val f l.
Proof. induction l as [ | p l IH]; unfold val in *; simpl; [lra | rewrite IH; ring]. Qed.

Lemma val_ext {X} (f g : X -> R) l : (forall p, In p l -> f (snd p) = g (snd p)) -> val f l = val g l.
Proof.
  intro h. induction l as [ | p l IH]; unfold val in *; simpl; [reflexivity | ].
  rewrite h by (left; reflexivity). rewrite IH; [reflexivity | ]. intros q k; apply h; right; exact k.
Qed.

Lemma val_lin {X} (f g : X -> R) k l : val (fun y => f y + k * g y) l = val f l + k * val g l.
Proof. induction l as [ | p l IH]; unfold val in *; simpl; [ring | rewrite IH; ring]. Qed.

Lemma val_zero {X} (l : list (R * X)) : val (fun _ => 0) l = 0.
Proof. induction l as [ | p l IH]; unfold val in *; simpl; [reflexivity | rewrite IH; ring]. Qed.

Lemma val_comb {X} a (zs : list (X -> R)) l :
  val (comb a zs) l = comb a (map (fun z p => val z p) zs) l.
Proof.
  revert a. induction zs as [ | z zs IH]; intros [ | x a]; simpl; try apply val_zero.
  rewrite <- IH, Rplus_comm, <- val_lin. apply val_ext; intros; lra.
Qed.

Lemma inside_app {X} (N : X -> Prop) l m : inside N l -> inside N m -> inside N (l ++ m).
Proof. intros; apply Forall_app; split; assumption. Qed.

Lemma inside_scale {X} (N : X -> Prop) c l :
  0 < c -> inside N l -> inside N (map (fun p => (c * fst p, snd p)) l).
Proof.
  intros h k. apply Forall_map. eapply Forall_impl; [ | exact k]. simpl; intros p [u v].
  split; [apply Rmult_lt_0_compat | ]; assumption.
Qed.

(** * Almost everywhere *)
Record filter {X : Type} (F : (X -> Prop) -> Prop) : Prop := {
  all_points : F (fun _ => True);
  both : forall A B, F A -> F B -> F (fun y => A y /\ B y);
  wider : forall A B : X -> Prop, (forall y, A y -> B y) -> F A -> F B }.

(** What the integral knows of z1, ..., zn, of integral 0, and t, of integral 1: a combination that is nowhere negative
    has no negative integral, and vanishes almost everywhere if its integral is 0. *)
Definition good {X : Type} (F : (X -> Prop) -> Prop) (zs : list (X -> R)) (t : X -> R) : Prop :=
  forall a b N, F N -> (forall y, N y -> 0 <= comb a zs y + b * t y) ->
    0 <= b /\ (b = 0 -> F (fun y => comb a zs y + b * t y = 0)).

(** One function g fewer: points at which g is 0, and pairs at which it has both signs, weighed so that it adds up to 0. *)
Section Fewer.
Context {X : Type} (F : (X -> Prop) -> Prop) (g : X -> R).

Definition expand (p : X + X * X) : list (R * X) :=
  match p with
  | inl y => if Req_EM_T (g y) 0 then [(1, y)] else []
  | inr (y, z) => if Rlt_dec 0 (g y) then if Rlt_dec (g z) 0 then [(- g z, y); (g y, z)] else [] else []
  end.

Definition onto (f : X -> R) (p : X + X * X) : R := val f (expand p).
Definition points (N : X -> Prop) (p : X + X * X) : Prop := inside N (expand p).
Definition F2 (A : X + X * X -> Prop) : Prop := exists N, F N /\ forall p, points N p -> A p.

Lemma expand_g p : val g (expand p) = 0.
Proof.
  destruct p as [y | [y z]]; simpl.
  - destruct (Req_EM_T (g y) 0) as [e | ]; unfold val; simpl; lra.
  - destruct (Rlt_dec 0 (g y)); [ | reflexivity]. destruct (Rlt_dec (g z) 0); [ | reflexivity].
    unfold val; simpl; ring.
Qed.

Lemma filter2 : filter F -> filter F2.
Proof.
  intro h. split.
  - exists (fun _ => True). split; [apply h | trivial].
  - intros A B (N & n & a) (M & m & b). exists (fun y => N y /\ M y). split; [apply h; assumption | ].
    intros p k. split; [apply a | apply b]; eapply Forall_impl; try exact k; simpl; tauto.
  - intros A B i (N & n & a). exists N. split; [exact n | ]. intros p k. apply i, a, k.
Qed.

Definition collect (l : list (R * (X + X * X))) : list (R * X) :=
  flat_map (fun q => map (fun p => (fst q * fst p, snd p)) (expand (snd q))) l.

Lemma collect_val f l : val f (collect l) = val (onto f) l.
Proof.
  induction l as [ | q l IH]; [reflexivity | ].
  change (collect (q :: l)) with (map (fun p => (fst q * fst p, snd p)) (expand (snd q)) ++ collect l).
  rewrite val_app, val_scale, IH. reflexivity.
Qed.

Lemma collect_inside N l : inside (points N) l -> inside N (collect l).
Proof.
  induction 1 as [ | q l [c n] _ IH]; [constructor | ].
  change (collect (q :: l)) with (map (fun p => (fst q * fst p, snd p)) (expand (snd q)) ++ collect l).
  apply inside_app; [apply inside_scale; assumption | exact IH].
Qed.

Lemma onto_comb a zs p : comb a (map onto zs) p = val (comb a zs) (expand p).
Proof.
  revert a. induction zs as [ | z zs IH]; intros [ | x a]; simpl; try (symmetry; apply val_zero).
  rewrite IH, Rplus_comm. unfold onto. rewrite <- val_lin. apply val_ext; intros; lra.
Qed.

Lemma good2 zs t : filter F ->
  (forall N, F N -> exists y, N y /\ 0 < g y) -> (forall N, F N -> exists y, N y /\ g y < 0) ->
  good F (g :: zs) t -> good F2 (map onto zs) (onto t).
Proof.
  intros fF above below G a b A (N & n & inA) pos.
  set (h := fun y => comb a zs y + b * t y).
  assert (H : forall p, comb a (map onto zs) p + b * onto t p = val h (expand p)).
  { intro p. unfold h. rewrite val_lin, onto_comb. reflexivity. }
  assert (K : forall p, points N p -> 0 <= val h (expand p)) by (intros; rewrite <- H; apply pos, inA; assumption).
  destruct (above N n) as (y0 & ny0 & gy0). destruct (below N n) as (z0 & nz0 & gz0).
  assert (pair : forall y z, N y -> N z -> 0 < g y -> g z < 0 -> h z / g z <= h y / g y).
  { intros y z ny nz gy gz. assert (k := K (inr (y, z))). simpl in k. unfold points in k; simpl in k.
    destruct (Rlt_dec 0 (g y)); [ | lra]. destruct (Rlt_dec (g z) 0); [ | lra].
    unfold val in k; simpl in k.
    assert (q : 0 <= - g z * h y + (g y * h z + 0)).
    { apply k. constructor; [simpl; split; [lra | exact ny] | ].
      constructor; [simpl; split; [lra | exact nz] | constructor]. }
    apply Rmult_le_reg_r with (g y * - g z); [apply Rmult_lt_0_compat; lra | ].
    replace (h z / g z * (g y * - g z)) with (- (g y * h z)) by (field; lra).
    replace (h y / g y * (g y * - g z)) with (- g z * h y) by (field; lra). lra. }
  set (E := fun r => exists z, N z /\ g z < 0 /\ r = h z / g z).
  destruct (completeness E) as (lam & up & least).
  { exists (h y0 / g y0). intros r (z & nz & gz & ->). apply pair; assumption. }
  { exists (h z0 / g z0), z0. auto. }
  assert (Q : forall y, N y -> 0 <= h y - lam * g y).
  { intros y ny. destruct (Rtotal_order (g y) 0) as [l | [e | l]].
    - assert (u : h y / g y <= lam) by (apply up; exists y; auto).
      apply Rmult_le_compat_neg_l with (r := g y) in u; [ | lra].
      replace (g y * (h y / g y)) with (h y) in u by (field; lra). lra.
    - assert (k := K (inl y)). unfold points in k; simpl in k. destruct (Req_EM_T (g y) 0); [ | lra].
      unfold val in k; simpl in k. assert (q : 0 <= 1 * h y + 0).
      { apply k. constructor; [simpl; split; [lra | exact ny] | constructor]. }
      rewrite e; lra.
    - assert (u : lam <= h y / g y). { apply least. intros r (z & nz & gz & ->). apply pair; assumption. }
      apply Rmult_le_compat_l with (r := g y) in u; [ | lra].
      replace (g y * (h y / g y)) with (h y) in u by (field; lra). lra. }
  destruct (G (- lam :: a) b N n) as [b0 zero].
  { intros y ny. simpl. specialize (Q y ny). unfold h in Q. lra. }
  split; [exact b0 | ]. intro e. exists (fun y => h y = lam * g y). split.
  - apply (wider F fF) with (2 := zero e). intros y q; simpl in q; unfold h; lra.
  - intros p k. rewrite H.
    replace (val h (expand p)) with (val (fun y => 0 + lam * g y) (expand p)).
    + rewrite val_lin, val_zero, expand_g. ring.
    + apply val_ext. intros q i. unfold points, inside in k. rewrite Forall_forall in k.
      destruct (k q i) as [_ r]. rewrite r. ring.
Qed.
End Fewer.

(** * Points that do for all the functions at once (Richter) *)
Lemma representation n : forall X F (zs : list (X -> R)) t, length zs = n -> filter F -> good F zs t ->
  forall N, F N -> exists l, inside N l /\ Forall (fun z => val z l = 0) zs /\ 0 < val t l.
Proof.
  induction n as [ | n IH]; intros X F zs t len fF G N nN.
  - destruct zs; [ | discriminate].
    assert (e : exists y, N y /\ 0 < t y).
    { apply NNPP. intro no. destruct (G [] (-1) N nN) as [b _]; [ | lra].
      intros y ny. simpl. destruct (Rlt_le_dec 0 (t y)); [exfalso; apply no; exists y; auto | lra]. }
    destruct e as (y & ny & ty). exists [(1, y)]. split; [ | split; [constructor | unfold val; simpl; lra]].
    constructor; [simpl; split; [lra | exact ny] | constructor].
  - destruct zs as [ | g zs]; [discriminate | ]. injection len as len.
    assert (one_sign : forall s, (exists M, F M /\ forall y, M y -> 0 <= s * g y) -> s <> 0 ->
      exists l, inside N l /\ Forall (fun z => val z l = 0) (g :: zs) /\ 0 < val t l).
    { intros s (M & m & pos) s0. destruct (G [s] 0 M m) as [_ zero].
      { intros y my. specialize (pos y my). destruct zs; simpl; lra. }
      specialize (zero eq_refl).
      assert (gz : F (fun y => g y = 0)).
      { apply (wider F fF) with (2 := zero). intros y q. apply Rmult_eq_reg_l with s; [ | exact s0].
        destruct zs; simpl in q; lra. }
      destruct (IH X F zs t len fF) with (N := fun y => N y /\ g y = 0) as (l & i & z & p).
      - intros a b A nA q. apply (G (0 :: a) b A nA) in q as [b0 e] || idtac.
        destruct (G (0 :: a) b A nA) as [b0 e]; [intros y ny; specialize (q y ny); simpl; lra | ].
        split; [exact b0 | ]. intro b00. apply (wider F fF) with (2 := e b00). intros y r; simpl in r; lra.
      - apply fF; assumption.
      - exists l. split; [ | split; [constructor; [ | exact z] | exact p]].
        + eapply Forall_impl; [ | exact i]. simpl; tauto.
        + rewrite <- (val_zero l). apply val_ext. intros q k. unfold inside in i. rewrite Forall_forall in i. apply i, k. }
    destruct (classic (exists M, F M /\ forall y, M y -> 0 <= g y)) as [(M & m & pos) | below].
    { apply (one_sign 1); [ | lra]. exists M. split; [exact m | ]. intros y my; specialize (pos y my); lra. }
    destruct (classic (exists M, F M /\ forall y, M y -> g y <= 0)) as [(M & m & neg) | above].
    { apply (one_sign (-1)); [ | lra]. exists M. split; [exact m | ]. intros y my; specialize (neg y my); lra. }
    destruct (IH _ (F2 F g) (map (onto g) zs) (onto g t)) with (N := points g N) as (l & i & z & p).
    + rewrite map_length. exact len.
    + apply filter2, fF.
    + apply good2; [exact fF | | | exact G].
      * intros M m. apply NNPP. intro no. apply above. exists M. split; [exact m | ]. intros y my.
        destruct (Rlt_le_dec 0 (g y)); [exfalso; apply no; exists y; auto | assumption].
      * intros M m. apply NNPP. intro no. apply below. exists M. split; [exact m | ]. intros y my.
        destruct (Rlt_le_dec (g y) 0); [exfalso; apply no; exists y; auto | assumption].
    + exists N. split; [exact nN | trivial].
    + exists (collect g l). split; [apply collect_inside, i | split].
      * constructor.
        -- rewrite collect_val. rewrite <- (val_zero l). apply val_ext. intros; apply expand_g.
        -- rewrite Forall_map in z. eapply Forall_impl; [ | exact z]. intros f q. simpl in q. rewrite collect_val. exact q.
      * rewrite collect_val. exact p.
Qed.

(** * An integral: linear, positive, and 0 for a function that is nowhere negative only if that vanishes a.e. *)
Record integral {X : Type} (ae : (X -> Prop) -> Prop) (L : (X -> R) -> Prop) (I : (X -> R) -> R) : Prop := {
  almost : filter ae;
  zero_in : L (fun _ => 0);
  linear_in : forall f g k, L f -> L g -> L (fun y => f y + k * g y);
  linear : forall f g k, L f -> L g -> I (fun y => f y + k * g y) = I f + k * I g;
  positive : forall f, L f -> ae (fun y => 0 <= f y) -> 0 <= I f;
  vanishes : forall f, L f -> ae (fun y => 0 <= f y) -> I f = 0 -> ae (fun y => f y = 0);
  same : forall f g, (forall y, f y = g y) -> L f -> L g /\ I f = I g }.

(** The sum over a finite set is one, so the record asks nothing impossible; so is the integral of any measure. *)
Lemma sums_are_integrals {Y : Fin} : integral (fun A => forall y : Y, A y) (fun _ => True) sum.
Proof.
  split; auto.
  - split; firstorder.
  - intros f g k _ _. transitivity (sum (fun y => k * g y + f y)); [apply sum_ext; intros; ring | ].
    rewrite (sum_step k g f _ eq_refl). ring.
  - intros f _ h. rewrite <- (@sum_zero Y). apply sum_le. exact h.
  - intros f _ h z y. apply Rle_antisym; [ | apply h]. rewrite <- z, <- (sum_pick y f). apply sum_le. intro x.
    specialize (h x). unfold ind. destruct ClassicalDedekindReals.sig_not_dec; lra.
  - intros f g e _. split; [exact Logic.I | apply sum_ext, e].
Qed.

Section Points.
Context {X : Type} {ae : (X -> Prop) -> Prop} {L : (X -> R) -> Prop} {I : (X -> R) -> R} (J : integral ae L I).

Lemma I_zero : I (fun _ => 0) = 0.
Proof.
  assert (e := linear _ _ _ J (fun _ => 0) (fun _ => 0) 1 (zero_in _ _ _ J) (zero_in _ _ _ J)).
  cbv beta in e.
  destruct (same _ _ _ J (fun _ : X => 0 + 1 * 0) (fun _ => 0)) as [_ q]; [intros; ring | apply J; apply J | ].
  rewrite q in e. lra.
Qed.

Lemma I_comb a zs t b : L t -> Forall (fun z => L z /\ I z = 0) zs ->
  L (fun y => comb a zs y + b * t y) /\ I (fun y => comb a zs y + b * t y) = b * I t.
Proof.
  intros lt. assert (base : forall u : X -> R, (forall y, u y = 0) -> L u /\ I u = 0).
  { intros u e. destruct (same _ _ _ J (fun _ => 0) u) as [p q]; [intros; symmetry; apply e | apply J | ].
    rewrite <- q. split; [exact p | exact I_zero]. }
  intro all. assert (c : L (comb a zs) /\ I (comb a zs) = 0).
  { revert a. induction all as [ | z zs [lz iz] _ IH]; intros [ | x a]; try (apply base; reflexivity).
    destruct (IH a) as [p q].
    destruct (same _ _ _ J (fun y => comb a zs y + x * z y) (comb (x :: a) (z :: zs))) as [u v].
    - intro; simpl; ring.
    - apply J; assumption.
    - rewrite <- v, (linear _ _ _ J), q, iz by assumption. split; [exact u | ring]. }
  destruct c as [p q]. split; [apply J; assumption | ]. rewrite (linear _ _ _ J), q by assumption. ring.
Qed.

(** Finitely many integrals are those of finitely many weighted points, off any null set. *)
Theorem richter (ts : list (X -> R)) (N : X -> Prop) : Forall L ts -> ae N ->
  exists l, inside N l /\ Forall (fun f => val f l = I f) ts.
Proof.
  intros inL nN. destruct (classic (Forall (fun f => I f = 0) ts)) as [none | some].
  { exists []. split; [constructor | ]. eapply Forall_impl; [ | exact none]. intros f e; simpl in e. rewrite e. reflexivity. }
  assert (e : exists s, In s ts /\ I s <> 0).
  { apply NNPP. intro no. apply some. rewrite Forall_forall. intros f i. apply NNPP. intro k. apply no. exists f; auto. }
  destruct e as (s & i & s0). rewrite Forall_forall in inL. assert (ls := inL s i).
  set (t := fun y : X => 0 + (/ I s) * s y).
  assert (lt : L t) by (apply J; [apply J | exact ls]).
  assert (it : I t = 1).
  { unfold t. rewrite (linear _ _ _ J), I_zero by (apply J || exact ls). field. exact s0. }
  set (zs := map (fun f y => f y + (- I f) * t y) ts).
  assert (Z : Forall (fun z => L z /\ I z = 0) zs).
  { unfold zs. apply Forall_map. rewrite Forall_forall. intros f k. split; [apply J; auto | ].
    rewrite (linear _ _ _ J) by auto. rewrite it. ring. }
  destruct (representation (length zs) X ae zs t eq_refl (almost _ _ _ J)) with (N := N) as (l & n & z & p).
  - intros a b M m pos. destruct (I_comb a zs t b lt Z) as [u v]. rewrite it in v.
    assert (w : ae (fun y => 0 <= comb a zs y + b * t y)) by (apply (wider _ (almost _ _ _ J)) with (2 := m); exact pos).
    split; [assert (q := positive _ _ _ J _ u w); lra | ]. intro b0.
    apply (vanishes _ _ _ J _ u w). rewrite v, b0. ring.
  - exact nN.
  - exists (map (fun q => (/ val t l * fst q, snd q)) l). split.
    + apply inside_scale; [apply Rinv_0_lt_compat, p | exact n].
    + rewrite Forall_forall. intros f k. rewrite val_scale.
      unfold zs in z. rewrite Forall_map, Forall_forall in z. specialize (z f k). simpl in z.
      rewrite val_lin in z. replace (val f l) with (I f * val t l) by lra. field. lra.
Qed.
End Points.

(** * The finite set of these points *)
Fixpoint place {A : Type} (l : list A) : Type := match l with [] => False | _ :: r => option (place r) end.
Fixpoint places {A} (l : list A) : list (place l) :=
  match l with [] => [] | _ :: r => None :: map Some (places r) end.
Fixpoint at_place {A} (l : list A) : place l -> A :=
  match l with [] => fun p => match p with end
  | a :: r => fun p => match p with None => a | Some q => at_place r q end end.

Lemma all_places {A} (l : list A) p : In p (places l).
Proof.
  induction l as [ | a r IH]; simpl in *; [destruct p | ]. destruct p as [q | ]; [right; apply in_map, IH | left; reflexivity].
Qed.
Lemma places_once {A} (l : list A) : NoDup (places l).
Proof.
  induction l as [ | a r IH]; simpl; constructor.
  - rewrite in_map_iff. intros (q & e & _). discriminate.
  - apply FinFun.Injective_map_NoDup; [ | exact IH]. intros u v e; injection e; auto.
Qed.
Definition finite {A} (a : A) (r : list A) : Fin :=
  {| car := place (a :: r); elems := places (a :: r); point := None; complete := all_places (a :: r);
     once := places_once (a :: r) |}.

Lemma sum_places {X} (f : X -> R) (l : list (R * X)) :
  fold_right Rplus 0 (map (fun p => fst (at_place l p) * f (snd (at_place l p))) (places l)) = val f l.
Proof.
  induction l as [ | a r IH]; simpl; [reflexivity | ]. unfold val in *; simpl. rewrite map_map, IH. reflexivity.
Qed.

Lemma sum_finite {A} (a : A) r (h : place (a :: r) -> R) :
  @sum (finite a r) h = fold_right Rplus 0 (map h (places (a :: r))).
Proof. reflexivity. Qed.

(** * The exact reduction *)
Section Reduction.
Context {X : Type} {ae : (X -> Prop) -> Prop} {L : (X -> R) -> Prop} {I : (X -> R) -> R} (J : integral ae L I).
(** An outcome y has masses (its densities under the laws) and marks (values of tests, events, given functions). A
    [term] of degree 1 and a [condition] of masses and marks see nothing else. *)
Variables masses marks : X -> nat -> R.
Definition scaled (c : R) (m : nat -> R) (i : nat) : R := c * m i.
Record term := { value :> (nat -> R) -> (nat -> R) -> R;
  degree1 : forall c m k, 0 < c -> value (scaled c m) k = c * value m k }.
Record condition := { holds :> (nat -> R) -> (nat -> R) -> Prop;
  degree0 : forall c m k, 0 < c -> (holds (scaled c m) k <-> holds m k) }.

(** Whatever the output space: there is a finite one at which all these sums are the integrals, all masses are
    multiples of masses here, all marks are marks here, and some outcome meets a condition exactly if that is no null
    set. So a claim that speaks of these alone, and holds for all finite sets, holds here. *)
Theorem exact_reduction (ts : list term) (es : list condition) :
  Forall (fun t : term => L (fun y => t (masses y) (marks y))) ts ->
  Forall (fun e : condition => L (fun y => ind (e (masses y) (marks y)))) es ->
  Exists (fun t : term => I (fun y => t (masses y) (marks y)) <> 0) ts ->
  exists (Y : Fin) (c : Y -> R) (at_ : Y -> X), (forall y, 0 < c y) /\
    Forall (fun t : term => sum (fun y => t (scaled (c y) (masses (at_ y))) (marks (at_ y)))
      = I (fun y => t (masses y) (marks y))) ts /\
    Forall (fun e : condition => (exists y, e (scaled (c y) (masses (at_ y))) (marks (at_ y)))
      <-> ~ ae (fun y => ~ e (masses y) (marks y))) es.
Proof.
  intros lt le some.
  assert (null : exists N, ae N /\ Forall (fun e : condition =>
    ae (fun y => ~ e (masses y) (marks y)) -> forall y, N y -> ~ e (masses y) (marks y)) es).
  { clear le. induction es as [ | e es' (N & n & all)].
    - exists (fun _ => True). split; [apply (all_points _ (almost _ _ _ J)) | constructor].
    - destruct (classic (ae (fun y => ~ e (masses y) (marks y)))) as [z | z].
      + exists (fun y => ~ e (masses y) (marks y) /\ N y). split; [apply (both _ (almost _ _ _ J)); assumption | ].
        constructor; [tauto | ]. eapply Forall_impl; [ | exact all]. simpl. intros d q k y [_ m]. apply q; assumption.
      + exists N. split; [exact n | ]. constructor; [tauto | exact all]. }
  destruct null as (N & n & null).
  set (fs := map (fun (t : term) y => t (masses y) (marks y)) ts).
  set (gs := map (fun (e : condition) y => ind (e (masses y) (marks y))) es).
  destruct (richter J (fs ++ gs) N) as (l & i & v).
  { apply Forall_app; split; apply Forall_map; assumption. }
  { exact n. }
  apply Forall_app in v as [vt ve]. unfold fs, gs in vt, ve. rewrite Forall_map in vt, ve.
  destruct l as [ | a r].
  { exfalso. rewrite Exists_exists in some. destruct some as (t & k & q). apply q. rewrite Forall_forall in vt.
    rewrite <- (vt t k). reflexivity. }
  set (l := a :: r) in *. exists (finite a r), (fun p => fst (at_place l p)), (fun p => snd (at_place l p)).
  unfold inside in i. rewrite Forall_forall in i.
  assert (In_ : forall p : place l, In (at_place l p) l).
  { intro p. generalize l, p. clear. induction l as [ | b l IH]; simpl; intro p; [destruct p | ].
    destruct p as [q | ]; [right; apply IH | left; reflexivity]. }
  split; [intro y; apply i, In_ | split].
  - eapply Forall_impl; [ | exact vt]. cbv beta. intros t q. rewrite <- q, <- sum_places, sum_finite.
    f_equal. apply map_ext. intro p. apply degree1, i, In_.
  - rewrite Forall_forall in *. intros e k. split.
    + intros (y & h) z. apply (degree0 e) in h; [ | apply i, In_]. apply (null e k z) in h; [exact h | apply i, In_].
    + intro z. apply NNPP. intro no. apply z.
      assert (w := vanishes _ _ _ J (fun y => ind (e (masses y) (marks y))) (le e k)).
      assert (u : ae (fun y => ind (e (masses y) (marks y)) = 0)).
      { apply w.
        - apply (wider _ (almost _ _ _ J)) with (2 := n). intros y _. unfold ind.
          destruct ClassicalDedekindReals.sig_not_dec; lra.
        - rewrite <- (ve e k), <- sum_places. transitivity (sum (fun _ : finite a r => 0)); [ | apply sum_zero].
          rewrite sum_finite. f_equal. apply map_ext. intro p.
          rewrite ind_false; [ring | ]. intro h. apply no. exists p. apply degree0; [apply i, In_ | exact h]. }
      apply (wider _ (almost _ _ _ J)) with (2 := u). intros y q h. rewrite ind_true in q by exact h. lra.
Qed.
End Reduction.

(** An instance, as dpsym uses it: a bound on a sum over all pairs of laws on finite sets that meet a condition at every
    outcome (such as pure DP, both orders) is a bound on the integral over all pairs of densities that meet it a.e. *)
Definition two (p q : R) (i : nat) : R := match i with 0%nat => p | 1%nat => q | _ => 0 end.
Definition no_marks (i : nat) : R := 0.

Lemma scaled_two c p q : scaled c (two p q) = two (c * p) (c * q).
Proof. apply FunctionalExtensionality.functional_extensionality. intros [ | [ | i]]; unfold scaled; simpl; ring. Qed.

Definition mass (i : nat) : term.
Proof. refine {| value := fun m _ => m i |}. reflexivity. Defined.
Definition below_zero (i : nat) : condition.
Proof.
  refine {| holds := fun m _ => m i < 0 |}. intros c m _ h. unfold scaled. split; intro k.
  - apply Rmult_lt_reg_l with c; [exact h | lra].
  - replace 0 with (c * 0) by ring. apply Rmult_lt_compat_l; assumption.
Defined.
Definition fails (e : condition) : condition.
Proof. refine {| holds := fun m k => ~ e m k |}. intros c m k h. rewrite (degree0 e c m k h). tauto. Defined.

Theorem bound_for_densities {X : Type} {ae : (X -> Prop) -> Prop} {L I} (J : @integral X ae L I)
  (e : condition) (t : term) (bound : R) :
  (forall (Y : Fin) (P Q : Y -> R), Distribution P -> Distribution Q ->
    (forall y, e (two (P y) (Q y)) no_marks) -> sum (fun y => t (two (P y) (Q y)) no_marks) <= bound) ->
  forall p q : X -> R, L p -> L q -> I p = 1 -> I q = 1 -> ae (fun y => 0 <= p y) -> ae (fun y => 0 <= q y) ->
    (forall A : condition, In A [below_zero 0; below_zero 1; fails e] -> L (fun y => ind (A (two (p y) (q y)) no_marks))) ->
    ae (fun y => e (two (p y) (q y)) no_marks) -> L (fun y => t (two (p y) (q y)) no_marks) ->
    I (fun y => t (two (p y) (q y)) no_marks) <= bound.
Proof.
  intros all p q lp lq ip iq pp qq measurable he lt.
  destruct (exact_reduction J (fun y => two (p y) (q y)) (fun _ => no_marks)
    [mass 0; mass 1; t] [below_zero 0; below_zero 1; fails e]) as (Y & c & at_ & pos & sums & met).
  { repeat constructor; assumption. }
  { rewrite Forall_forall. exact measurable. }
  { constructor. intro h. assert (z : I p = 0) by exact h. lra. }
  inversion_clear sums as [ | ? ? s0 r0]. inversion_clear r0 as [ | ? ? s1 r1]. inversion_clear r1 as [ | ? ? s2 _].
  inversion_clear met as [ | ? ? m0 k0]. inversion_clear k0 as [ | ? ? m1 k1]. inversion_clear k1 as [ | ? ? m2 _].
  assert (F := almost _ _ _ J). simpl in m0, m1, m2, s0, s1. unfold scaled in m0, m1, s0, s1; simpl in m0, m1, s0, s1.
  assert (e0 : forall y, 0 <= c y * p (at_ y)).
  { intro y. apply Rnot_lt_le. intro h. destruct m0 as [m0 _]. apply m0; [exists y; exact h | ].
    apply (wider _ F) with (2 := pp). intros; lra. }
  assert (e1 : forall y, 0 <= c y * q (at_ y)).
  { intro y. apply Rnot_lt_le. intro h. destruct m1 as [m1 _]. apply m1; [exists y; exact h | ].
    apply (wider _ F) with (2 := qq). intros; lra. }
  rewrite <- s2. apply Rle_trans with (sum (fun y => t (two (c y * p (at_ y)) (c y * q (at_ y))) no_marks)).
  - right. apply sum_ext. intro y. rewrite scaled_two. reflexivity.
  - apply all; [split; [exact e0 | rewrite s0; exact ip] | split; [exact e1 | rewrite s1; exact iq] | ].
    intro y. apply NNPP. intro h. destruct m2 as [m2 _]. apply m2.
    + exists y. rewrite scaled_two. exact h.
    + apply (wider _ F) with (2 := he). tauto.
Qed.
Print Assumptions bound_for_densities.
