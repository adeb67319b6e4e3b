"""From all finite outputs to all measurable ones: the shapes of claims to which the reduction lemma applies."""

from dpsym.lift.reach import ALMOST, LANES, LEMMA, NoReach, Reach, reach

__all__ = ["ALMOST", "LANES", "LEMMA", "NoReach", "Reach", "reach"]
