(** Derivatives, the mean value theorem, Jensen's inequality, erf. Proved once. *)
From Coq Require Import Reals Lra Lia List.
Import ListNotations.
From Coquelicot Require Import Coquelicot.
From Dpsym Require Import Meaning Rules.
Open Scope R_scope.

Lemma d_const c x : is_derive (fun _ : R => c) x 0.
Proof. apply @is_derive_const. Qed.
Lemma d_id x : is_derive (fun x : R => x) x 1.
Proof. apply @is_derive_id. Qed.
Lemma d_add (f g : R -> R) x df dg :
  is_derive f x df -> is_derive g x dg -> is_derive (fun x => f x + g x) x (df + dg).
Proof. intros; apply @is_derive_plus; assumption. Qed.
Lemma d_mul (f g : R -> R) x df dg :
  is_derive f x df -> is_derive g x dg -> is_derive (fun x => f x * g x) x (df * g x + f x * dg).
Proof. intros h k. exact (is_derive_mult (K := R_AbsRing) f g x df dg h k Rmult_comm). Qed.
Lemma d_exp (u : R -> R) x du : is_derive u x du -> is_derive (fun x => exp (u x)) x (du * exp (u x)).
Proof. intros. apply (is_derive_comp exp u x (exp (u x)) du); [apply is_derive_exp | assumption]. Qed.
Lemma d_log (u : R -> R) x du : 0 < u x -> is_derive u x du -> is_derive (fun x => ln (u x)) x (du * (1 / u x)).
Proof.
  intros p h. replace (1 / u x) with (/ u x) by (field; lra).
  apply (is_derive_comp ln u x (/ u x) du); [apply is_derive_ln; assumption | assumption].
Qed.
Lemma d_inv (u : R -> R) x du : u x <> 0 -> is_derive u x du ->
  is_derive (fun x => 1 / u x) x ((-1) * du * (1 / u x) * (1 / u x)).
Proof.
  intros p h. apply (is_derive_ext (fun x => / u x)).
  { intro t. unfold Rdiv. rewrite Rmult_1_l. reflexivity. }
  replace ((-1) * du * (1 / u x) * (1 / u x)) with (- du / u x ^ 2) by (field; assumption).
  apply is_derive_inv; assumption.
Qed.
Lemma ne_pos a : 0 < a -> a <> 0. Proof. lra. Qed.
Lemma ne_neg a : a < 0 -> a <> 0. Proof. lra. Qed.

Lemma mv (F D : R -> R) a b : a < b -> (forall x, a <= x -> x <= b -> is_derive F x (D x)) ->
  exists c, F b - F a = D c * (b - a) /\ a < c < b.
Proof.
  intros ab d. apply MVT_cor2; [assumption | ].
  intros c h. apply is_derive_Reals, d; lra.
Qed.
Lemma mv_le (f F D : R -> R) a b : (forall x, f x = F x) -> a <= b ->
  (forall x, a <= x -> x <= b -> is_derive F x (D x)) -> (forall x, a < x -> x < b -> 0 <= D x) -> f a <= f b.
Proof.
  intros e ab d s. destruct ab as [ab | <-]; [ | lra]. rewrite !e.
  destruct (mv F D a b ab d) as [c [h [l r]]]. specialize (s c l r). nra.
Qed.
Lemma mv_lt (f F D : R -> R) a b : (forall x, f x = F x) -> a < b ->
  (forall x, a <= x -> x <= b -> is_derive F x (D x)) -> (forall x, a < x -> x < b -> 0 < D x) -> f a < f b.
Proof.
  intros e ab d s. rewrite !e.
  destruct (mv F D a b ab d) as [c [h [l r]]]. specialize (s c l r). nra.
Qed.

(** Jensen's inequality for finitely many points of [0, 1] *)
Fixpoint lsum {A : Type} (g : A -> R) (l : list A) : R :=
  match l with nil => 0 | cons i l => g i + lsum g l end.
Lemma lsum_eq {A : Type} (g : A -> R) l : lsum g l = fold_right Rplus 0 (map g l).
Proof. induction l; simpl; [reflexivity | now rewrite IHl]. Qed.
Lemma jensen_list {A : Type} (f : R -> R) (w x : A -> R) :
  (forall a b l, 0 <= a /\ a <= 1 /\ 0 <= b /\ b <= 1 /\ 0 <= l /\ l <= 1 ->
    f (l * a + (1 - l) * b) <= l * f a + (1 - l) * f b) ->
  (forall i, 0 <= w i) -> (forall i, 0 <= x i) -> (forall i, x i <= 1) ->
  forall l : list A, 0 < lsum w l ->
    f (lsum (fun i => w i * x i) l / lsum w l) * lsum w l <= lsum (fun i => w i * f (x i)) l.
Proof.
  intros conv w0 x0 x1.
  assert (WX : forall i, 0 <= w i * x i <= w i).
  { intro i. pose proof (Rmult_le_pos _ _ (w0 i) (x0 i)). pose proof (Rmult_le_compat_l _ _ _ (w0 i) (x1 i)). lra. }
  assert (B : forall l, 0 <= lsum (fun i => w i * x i) l <= lsum w l).
  { induction l as [ | j l IHl]; simpl; [lra | ]. specialize (WX j). lra. }
  assert (Z : forall l, lsum w l = 0 -> lsum (fun i => w i * f (x i)) l = 0).
  { induction l as [ | j l IHl]; simpl; [reflexivity | ]. intro z. specialize (B l). specialize (w0 j).
    assert (e : w j = 0) by lra. rewrite e, IHl by lra. ring. }
  induction l as [ | i l IH]; simpl; intro pos; [lra | ].
  specialize (B l). specialize (Z l). specialize (w0 i) as wi.
  set (W := lsum w l) in *. set (X := lsum (fun i => w i * x i) l) in *. set (V := lsum (fun i => w i * f (x i)) l) in *.
  destruct (Rle_lt_or_eq_dec 0 W) as [p | z]; [lra | | ].
  - specialize (IH p).
    assert (E : w i / (w i + W) * x i + (1 - w i / (w i + W)) * (X / W) = (w i * x i + X) / (w i + W)) by (field; lra).
    assert (q : 0 <= X / W <= 1).
    { split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] | ].
      apply (Rmult_le_reg_r W); [lra | ]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (q' : 0 <= w i / (w i + W) <= 1).
    { split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] | ].
      apply (Rmult_le_reg_r (w i + W)); [lra | ]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    pose proof (conv (x i) (X / W) (w i / (w i + W))) as c. rewrite E in c.
    specialize (x0 i); specialize (x1 i). specialize (c ltac:(lra)).
    apply (Rmult_le_compat_r (w i + W)) in c; [ | lra].
    replace ((w i / (w i + W) * f (x i) + (1 - w i / (w i + W)) * f (X / W)) * (w i + W))
      with (w i * f (x i) + f (X / W) * W) in c by (field; lra).
    eapply Rle_trans; [exact c | ]. lra.
  - assert (X0 : X = 0) by lra. rewrite X0, Z, <- z by lra.
    replace ((w i * x i + 0) / (w i + 0)) with (x i) by (field; lra). lra.
Qed.
Lemma jensen {Y : Fin} (f : R -> R) (w x : Y -> R) :
  (forall a b l, 0 <= a /\ a <= 1 /\ 0 <= b /\ b <= 1 /\ 0 <= l /\ l <= 1 ->
    f (l * a + (1 - l) * b) <= l * f a + (1 - l) * f b) ->
  (forall i, 0 <= w i) -> sum w = 1 -> (forall i, 0 <= x i) -> (forall i, x i <= 1) ->
  f (sum (fun i => w i * x i)) <= sum (fun i => w i * f (x i)).
Proof.
  intros c w0 w1 x0 x1. pose proof (jensen_list f w x c w0 x0 x1 (elems Y)) as J.
  rewrite !lsum_eq in J. fold (sum w) (sum (fun i => w i * x i)) (sum (fun i => w i * f (x i))) in J.
  rewrite w1 in J. unfold Rdiv in J. rewrite Rinv_1, !Rmult_1_r in J. apply J; lra.
Qed.

(** * erf: the integral of exp(-t^2) over the half line, without a limit *)
Definition bell (t : R) : R := exp (- (t * t)).
Definition area (x : R) : R := RInt bell 0 x.
Lemma area_d x : is_derive area x (bell x).
Proof.
  unfold area. apply (is_derive_RInt bell (fun x => RInt bell 0 x) 0 x).
  - exists (mkposreal 1 Rlt_0_1). intros y _. apply (RInt_correct (V := R_CompleteNormedModule)). apply bell_int.
  - apply (ex_derive_continuous (V := R_NormedModule) bell). unfold bell. auto_derive; trivial.
Qed.
Definition rest (x t : R) : R := exp (- (x * x) * (1 + t * t)) / (1 + t * t).
Lemma one_sq t : 0 < 1 + t * t. Proof. nra. Qed.
Lemma rest_d x t : is_derive (fun x => rest x t) x (-2 * x * exp (- (x * x) * (1 + t * t))).
Proof.
  unfold rest. auto_derive; [trivial | ]. pose proof (one_sq t). field. lra.
Qed.
Lemma rest_int x a b : ex_RInt (rest x) a b.
Proof.
  apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros z _.
  apply (ex_derive_continuous (V := R_NormedModule) (rest x)). unfold rest. pose proof (one_sq z). auto_derive. lra.
Qed.
Definition G (x : R) : R := RInt (rest x) 0 1.
Lemma G_d x : is_derive G x (- (2 * bell x * area x)).
Proof.
  assert (D : is_derive (fun y => RInt (fun t => rest y t) 0 1) x (RInt (fun t => Derive (fun u => rest u t) x) 0 1)).
  { apply is_derive_RInt_param.
    - exists (mkposreal 1 Rlt_0_1). intros y _ t _. eexists. apply rest_d.
    - intros t _. apply (continuity_2d_pt_ext (fun u v => -2 * u * exp (- (u * u) * (1 + v * v)))).
      { intros u v. symmetry. apply is_derive_unique, rest_d. }
      apply continuity_2d_pt_mult.
      + apply continuity_2d_pt_mult; [apply continuity_2d_pt_const | apply continuity_2d_pt_id1].
      + apply continuity_1d_2d_pt_comp; [apply derivable_continuous_pt, derivable_pt_exp | ].
        apply continuity_2d_pt_mult.
        * apply continuity_2d_pt_opp, continuity_2d_pt_mult; apply continuity_2d_pt_id1.
        * apply continuity_2d_pt_plus; [apply continuity_2d_pt_const | apply continuity_2d_pt_mult; apply continuity_2d_pt_id2].
    - exists (mkposreal 1 Rlt_0_1). intros y _. apply rest_int. }
  unfold G. replace (- (2 * bell x * area x)) with (RInt (fun t => Derive (fun u => rest u t) x) 0 1); [exact D | ].
  rewrite (RInt_ext _ (fun t => scal (-2 * bell x) (scal x (bell (x * t + 0))))).
  - pose proof (RInt_comp_lin bell x 0 0 1 (bell_int (x * 0 + 0) (x * 1 + 0))) as C.
    pose proof (ex_RInt_comp_lin bell x 0 0 1 (bell_int (x * 0 + 0) (x * 1 + 0))) as I.
    etransitivity; [exact (RInt_scal (V := R_CompleteNormedModule) (fun t => scal x (bell (x * t + 0))) 0 1 (-2 * bell x) I) | ].
    etransitivity; [exact (f_equal (Rmult (-2 * bell x)) C) | ]. unfold area.
    assert (e0 : x * 0 + 0 = 0) by ring. assert (e1 : x * 1 + 0 = x) by ring. rewrite e0, e1. clear.
    generalize (RInt bell 0 x). intro r. change (-2 * bell x * r = - (2 * bell x * r)). ring.
  - intros t _. etransitivity; [apply is_derive_unique, rest_d | ].
    change (-2 * x * exp (- (x * x) * (1 + t * t)) = -2 * bell x * (x * bell (x * t + 0))). unfold bell.
    assert (e : - (x * x) * (1 + t * t) = - (x * x) + - ((x * t + 0) * (x * t + 0))) by ring.
    rewrite e, exp_plus. ring.
Qed.
Lemma G_0 : G 0 = PI / 4.
Proof.
  unfold G. rewrite (RInt_ext _ (fun t => / (1 + t ^ 2))).
  - assert (H : is_RInt (fun t => / (1 + t ^ 2)) 0 1 (minus (atan 1) (atan 0))).
    { apply (is_RInt_derive (V := R_CompleteNormedModule) atan).
      + intros t _. apply is_derive_Reals. apply derivable_pt_lim_atan.
      + intros t _. apply (ex_derive_continuous (V := R_NormedModule) (fun t => / (1 + t ^ 2))). pose proof (one_sq t). auto_derive. nra. }
    etransitivity; [exact (is_RInt_unique _ _ _ _ H) | ].
    change (atan 1 - atan 0 = PI / 4). rewrite atan_1, atan_0. ring.
  - intros t _. unfold rest. rewrite Rmult_0_l, Ropp_0, Rmult_0_l, exp_0. pose proof (one_sq t). change (1 / (1 + t * t) = / (1 + t ^ 2)). field. nra.
Qed.
Lemma area_G x : area x * area x + G x = PI / 4.
Proof.
  assert (C : forall u, is_derive (fun x => area x * area x + G x) u 0).
  { intro u. replace 0 with (bell u * area u + area u * bell u + - (2 * bell u * area u)) by ring.
    apply d_add; [apply d_mul; apply area_d | apply G_d]. }
  assert (Z : area 0 * area 0 + G 0 = PI / 4).
  { rewrite G_0. unfold area. rewrite RInt_point. unfold zero; simpl. ring. }
  destruct (Rtotal_order x 0) as [n | [-> | p]]; [ | exact Z | ].
  - destruct (mv (fun x => area x * area x + G x) (fun _ => 0) x 0 n) as [c [h _]]; [intros; apply C | ]. lra.
  - destruct (mv (fun x => area x * area x + G x) (fun _ => 0) 0 x p) as [c [h _]]; [intros; apply C | ]. lra.
Qed.
Lemma G_pos x : 0 < G x.
Proof.
  apply RInt_gt_0; [lra | | ].
  - intros t _. unfold rest. pose proof (one_sq t). apply Rdiv_lt_0_compat; [apply exp_pos | lra].
  - intros t _. apply (ex_derive_continuous (V := R_NormedModule) (rest x)). unfold rest. pose proof (one_sq t). auto_derive. lra.
Qed.
Lemma G_le x : G x <= bell x * (PI / 4).
Proof.
  rewrite <- G_0. unfold G.
  pose proof (RInt_scal (V := R_CompleteNormedModule) (rest 0) 0 1 (bell x) (rest_int 0 0 1)) as S.
  change (scal (bell x) (RInt (rest 0) 0 1)) with (bell x * RInt (rest 0) 0 1) in S. rewrite <- S.
  apply RInt_le; [lra | apply rest_int | exact (ex_RInt_scal (V := R_NormedModule) (rest 0) 0 1 (bell x) (rest_int 0 0 1)) | ].
  intros t _. change (rest x t <= bell x * rest 0 t). unfold rest, bell. pose proof (one_sq t).
  unfold Rdiv. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | ].
  rewrite <- exp_plus. assert (E : - (x * x) * (1 + t * t) <= - (x * x) + - (0 * 0) * (1 + t * t)) by nra.
  destruct E as [E | E]; [left; apply exp_increasing; assumption | right; now rewrite E].
Qed.
Lemma erf_sq x : erf x * erf x = 1 - 4 / PI * G x.
Proof.
  pose proof (area_G x) as A. pose proof PI_RGT_0. change (erf x) with (2 / sqrt PI * area x).
  assert (S : sqrt PI * sqrt PI = PI) by (apply sqrt_sqrt; lra).
  assert (0 < sqrt PI) by (apply sqrt_lt_R0; lra).
  replace (2 / sqrt PI * area x * (2 / sqrt PI * area x)) with (4 / (sqrt PI * sqrt PI) * (area x * area x)) by (clear S; field; lra).
  rewrite S; clear S. replace (area x * area x) with (PI / 4 - G x) by lra. field. lra.
Qed.
Lemma erf_bounds x : - (1) < erf x /\ erf x < 1.
Proof.
  pose proof (erf_sq x). pose proof (G_pos x). pose proof PI_RGT_0.
  assert (0 < 4 / PI * G x) by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | assumption]).
  split; nra.
Qed.
Lemma erf_nonneg x : 0 <= x -> 0 <= erf x.
Proof.
  intro h. unfold erf. apply Rmult_le_pos.
  - left. apply Rdiv_lt_0_compat; [lra | apply sqrt_lt_R0, PI_RGT_0].
  - apply RInt_ge_0; [assumption | apply bell_int | ]. intros; left; apply exp_pos.
Qed.
Lemma erf_tail x : 0 <= x -> 1 - erf x <= exp ((-1) * x * x).
Proof.
  intro h. replace ((-1) * x * x) with (- (x * x)) by ring. fold (bell x).
  pose proof (erf_sq x). pose proof (G_le x) as g. pose proof PI_RGT_0. pose proof (erf_nonneg x h).
  assert (4 / PI * G x <= bell x).
  { apply (Rmult_le_compat_l (4 / PI)) in g; [ | left; apply Rdiv_lt_0_compat; lra].
    replace (4 / PI * (bell x * (PI / 4))) with (bell x) in g by (field; lra). exact g. }
  assert (0 < bell x) by apply exp_pos.
  assert (bell x <= 1). { unfold bell. rewrite <- exp_0. assert (E : - (x * x) <= 0) by nra.
    destruct E as [E | E]; [left; apply exp_increasing; assumption | right; now rewrite E]. }
  nra.
Qed.
Lemma root_pi : 1 / sqrt PI = exp (-1 / 2 * ln PI).
Proof.
  pose proof PI_RGT_0 as p.
  assert (q : 0 < sqrt PI) by (apply sqrt_lt_R0; exact p).
  assert (E : exp (-1 / 2 * ln PI) * exp (-1 / 2 * ln PI) = / PI).
  { rewrite <- exp_plus. replace (-1 / 2 * ln PI + -1 / 2 * ln PI) with (- ln PI) by field.
    rewrite exp_Ropp, exp_ln by exact p. reflexivity. }
  assert (S : sqrt PI * sqrt PI = PI) by (apply sqrt_sqrt; lra).
  pose proof (exp_pos (-1 / 2 * ln PI)).
  assert (r : 0 < 1 / sqrt PI) by (apply Rdiv_lt_0_compat; lra).
  assert (T : 1 / sqrt PI * (1 / sqrt PI) = / PI) by (rewrite <- S at 3; field; lra). nra.
Qed.
Lemma erf_d x : is_derive erf x (2 * exp (-1 / 2 * ln PI - x * x)).
Proof.
  pose proof PI_RGT_0 as p. assert (q : 0 < sqrt PI) by (apply sqrt_lt_R0; exact p).
  replace (2 * exp (-1 / 2 * ln PI - x * x)) with (2 / sqrt PI * bell x).
  - unfold erf. apply (is_derive_scal area x (2 / sqrt PI) (bell x)), area_d.
  - unfold bell, Rminus. rewrite exp_plus, <- root_pi. field. lra.
Qed.
Lemma d_erf (u : R -> R) x du : is_derive u x du ->
  is_derive (fun x => erf (u x)) x (2 * exp ((-1 / 2) * ln PI - u x * u x) * du).
Proof.
  intro h. rewrite Rmult_comm. apply (is_derive_comp erf u x (2 * exp (-1 / 2 * ln PI - u x * u x)) du); [apply erf_d | exact h].
Qed.
Lemma erf_onto_pos t : 0 <= t -> t < 1 -> exists x, erf x = t.
Proof.
  intros l h. set (z := 1 - t). set (b := 1 + / z).
  assert (0 < z) by (unfold z; lra). assert (zi : 0 < / z) by (apply Rinv_0_lt_compat; assumption).
  assert (B : t < erf b).
  { pose proof (erf_tail b) as e. assert (hb : 0 <= b) by (unfold b; lra). specialize (e hb).
    assert (X : exp ((-1) * b * b) < z).
    { replace ((-1) * b * b) with (- (b * b)) by ring. rewrite exp_Ropp.
      rewrite <- (Rinv_inv z). apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; [exact zi | apply exp_pos] | ].
      pose proof (exp_tangent (b * b)). assert (/ z < b) by (unfold b; lra). assert (1 < b) by (unfold b; lra). nra. }
    unfold z in X. lra. }
  assert (Z : erf 0 = 0) by (apply erf_zero; reflexivity).
  destruct (IVT_gen erf 0 b t) as [x [_ hx]].
  - intro x. apply continuity_pt_filterlim, (ex_derive_continuous (V := R_NormedModule) erf). eexists; apply erf_d.
  - rewrite Z. unfold Rmin, Rmax. destruct (Rle_dec 0 (erf b)); lra.
  - exists x; exact hx.
Qed.
Lemma erf_onto t : -1 < t -> t < 1 -> exists x, erf x = t.
Proof.
  intros a b. destruct (Rle_dec 0 t); [apply erf_onto_pos; assumption | ].
  destruct (erf_onto_pos (- t)) as [x h]; [lra | lra | ].
  exists (- x). rewrite (erf_odd x (- x) eq_refl). lra.
Qed.
