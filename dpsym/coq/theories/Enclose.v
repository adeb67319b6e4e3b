(** Enclosures by coq-interval's tactic, over floats of Coq's own integers Z: those of its ready-made tactic rest on
    the axioms of primitive machine integers, these on nothing more than the reals. *)
From Coq Require Import Reals List.
From Interval Require Import Interval_helper Specific_ops Specific_stdz Float_full.
Module Floats := SpecificFloat StdZRadix2.
Module Intervals := FloatIntervalFull Floats.
Module Tactics := IntervalTacticAux Intervals.

Ltac enclosed p d := Tactics.do_interval (@None R) (@nil R) (Floats.PtoP p) 10%nat d false false itm_naive.
Ltac enclose p := first [enclosed p 0%nat | enclosed p 15%nat].
