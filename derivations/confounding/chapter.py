"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="Privacy under confounding",
    place=12,
    opening=(
        "A state is protected, data depend on it, and mechanisms read the data. Given the state the outputs of several mechanisms "
        "are not independent, so that product accounting says too much or too little; what holds instead, and what one more "
        "mechanism may have."
    ),
)
