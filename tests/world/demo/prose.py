"""Enough words for believable pages: the same page always gets the same ones."""

from random import Random

_OPENINGS = (
    "It begins with {subject}, and for a long while it seems to be about nothing else.",
    "Readers who come for {subject} tend to stay for everything that surrounds it.",
    "We first heard of {subject} from a customer who had carried a torn copy across three countries.",
    "There are two ways to approach {subject}, and this is the slower and the better one.",
    "Ask anybody in the shop about {subject} and you will be late for your train.",
    "The question of {subject} came up at the counter, as such questions do, on a wet Thursday.",
)
_MIDDLES = (
    "The chapters are short, which helps, because each of them leaves you with something to argue about.",
    "A map would have been useful; we have drawn one and slip it into every copy we sell.",
    "Nobody is hurried, least of all the narrator, who interrupts herself to describe the weather.",
    "What looks like a digression on harbours turns out, forty pages later, to be the whole point.",
    "The paper is heavy, the type is set by hand, and the binding lies flat on a kitchen table.",
    "It was out of print for eleven years, and second-hand copies cost more than a good coat.",
    "Our oldest colleague has read it every winter since she was nineteen and still finds mistakes in it.",
    "The illustrations were cut in pear wood by two brothers who never agreed about perspective.",
    "There is a recipe for plum dumplings on page ninety-four, and it works.",
    "The footnotes are where the jokes are kept, so keep a finger at the back of the book.",
    "Translating it took four summers and one broken friendship, both of them recorded in the preface.",
    "A first edition stands in the glass case by the stairs, and you may hold it if your hands are dry.",
    "The argument is generous to the people it disagrees with, which is rarer than it ought to be.",
    "Some of the dates are wrong; the author knew, and explains why on the very last page.",
    "You can read it aloud to a child of eight or to a grandfather of eighty without changing a word.",
    "Three letters to the publisher are reprinted here for the first time, with the coffee rings intact.",
    "The middle section follows the river from its source to the mills, at about the speed of a barge.",
    "Reviewers complained about the ending; we have come to think that they had stopped one page early.",
    "It is a quiet thing to recommend, and yet we sell more of it every spring than of any thriller.",
    "The index alone is worth the price: it lists umbrellas, regrets, and seven kinds of bread.",
    "Every copy is wrapped in the paper of last month's poster, so no two parcels look the same.",
    "Half of the photographs were found in a hat box at a church sale, the other half were never found.",
    "The author answered our questions by post, in green ink, and asked for a kilo of liquorice in return.",
    "When the lights failed at the reading, forty people listened on in the dark and nobody left.",
)  # fmt: skip
_ENDINGS = (
    "Come in and ask to see {subject}; the kettle is usually on.",
    "If you know more about {subject} than we do, please write, and we will print the letter.",
    "We keep a shelf for {subject} beside the window, where the light is kindest.",
    "That is all we can say about {subject} without spoiling a pleasure.",
)


def paragraphs(slug: str, subject: str, count: int = 4) -> list[str]:
    """`count` paragraphs about a subject, some sixty words each."""
    chance = Random(slug)
    middles = chance.sample(_MIDDLES, min(4 * count, len(_MIDDLES)))
    made = [" ".join(middles[4 * index : 4 * index + 4]) for index in range(count)]
    made[0] = f"{chance.choice(_OPENINGS)} {made[0]}"
    made[-1] = f"{made[-1]} {chance.choice(_ENDINGS)}"
    return [text.format(subject=subject) for text in made]
