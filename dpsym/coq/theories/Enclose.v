(** Enclosures by coq-interval's tactic, over floats of Coq's own integers Z: those of its ready-made tactic rest on
    the axioms of primitive machine integers, these on nothing more than the reals. *)
From Coq Require Import Reals Lra List.
From Interval Require Import Interval_helper Specific_ops Specific_stdz Float_full.
From Dpsym Require Import Meaning Rules.
Open Scope R_scope.
Module Floats := SpecificFloat StdZRadix2.
Module Intervals := FloatIntervalFull Floats.
Module Tactics := IntervalTacticAux Intervals.

Ltac enclosed p d := Tactics.do_interval (@None R) (@nil R) (Floats.PtoP p) 10%nat d false false itm_naive.
Ltac by_interval p := first [enclosed p 0%nat | enclosed p 15%nat].

(** A formula of relations that enclosures decide, shown or refuted. *)
Ltac holds p :=
  lazymatch goal with
  | |- _ /\ _ => split; holds p
  | |- _ \/ _ => first [left; holds p | right; holds p]
  | |- ~ _ => let h := fresh in intro h; fails h p
  | |- _ -> _ => first [intros _; holds p | let h := fresh in intro h; exfalso; fails h p]
  | |- _ => first [lra | by_interval p]
  end
with fails h p :=
  lazymatch type of h with
  | _ /\ _ => let a := fresh in let b := fresh in destruct h as [a b]; first [fails a p | fails b p]
  | _ \/ _ => destruct h as [h | h]; fails h p
  | ~ _ => apply h; holds p
  | ?x <= ?y => apply (Rlt_not_le x y); [holds p | exact h]
  | ?x < ?y => apply (Rle_not_lt x y); [holds p | exact h]
  | _ => lra
  end.

(** An indicator is 1 or 0 where its formula is decided, and within [0, 1] in any case. *)
Lemma ind_range (P : Prop) : 0 <= ind P <= 1.
Proof. unfold ind; destruct ClassicalDedekindReals.sig_not_dec; lra. Qed.

Ltac indicators p :=
  repeat match goal with |- context [ind ?P] =>
    lazymatch P with
    | context [ind _] => fail
    | _ => first
      [ rewrite (ind_true P) by (holds p)
      | rewrite (ind_false P) by (let h := fresh in intro h; fails h p)
      | let h := fresh in assert (h := ind_range P); revert h; generalize (ind P); intros ]
    end
  end.

Ltac enclose p := indicators p; holds p.
