"""What the demo's shop sells and its magazine prints: plain facts, from which the pages are made."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Book:
    """One book; `topic` completes a sentence."""

    slug: str
    title: str
    author: str
    price: str
    topic: str


@dataclass(frozen=True, slots=True)
class Article:
    """One piece in the magazine."""

    slug: str
    title: str
    date: str
    topic: str


BOOKS: dict[str, tuple[str, tuple[Book, ...]]] = {
    "fiction": ("Fiction", (
        Book("the-salt-road", "The Salt Road", "Irena Holub", "18.50", "a caravan that carries salt over the Alps"),
        Book("the-salt-road-illustrated", "The Salt Road, Illustrated", "Irena Holub", "34.00",
             "salt, snow and mules"),
        Book("a-house-for-two-clocks", "A House for Two Clocks", "Tomas Weir", "16.00",
             "a marriage kept on two times"),
        Book("the-ferryman-counts", "The Ferryman Counts", "Ada Lindqvist", "15.20", "a ferry nobody needs any more"),
    )),
    "history": ("History", (
        Book("bread-and-tin", "Bread and Tin", "Josef Marek", "21.00", "what miners ate underground"),
        Book("the-year-of-bridges", "The Year of Bridges", "Clara Osei", "24.90", "nine bridges built in one year"),
        Book("letters-by-balloon", "Letters by Balloon", "Henri Valade", "19.80", "the post of a besieged city"),
    )),
    "science": ("Science", (
        Book("night-skies", "Patient Skies", "Miriam Adler", "27.00",
             "looking up without a telescope"),
        Book("how-moss-decides", "How Moss Decides", "Peter Skala", "22.50", "the slowest plants in the wood"),
        Book("small-measures", "Small Measures", "Noor Rahman", "20.00", "how the kilogram left Paris"),
    )),
    "children": ("Children's books", (
        Book("the-paper-whale", "The Paper Whale", "Lucie Brandt", "12.90", "a whale folded out of newspaper"),
        Book("seven-umbrellas", "Seven Umbrellas", "Owen Pike", "11.50", "an umbrella for each day of the week"),
        Book("grandmothers-atlas", "Grandmother's Atlas", "Vera Dusek", "14.00",
             "countries that exist only in stories"),
    )),
}  # fmt: skip

ARTICLES: tuple[Article, ...] = (
    Article(
        "how-we-choose", "How We Choose the Books We Sell", "2024-02-11", "choosing forty books from four thousand"
    ),
    Article("a-press-in-the-cellar", "A Printing Press in the Cellar", "2024-03-03", "a press that weighs two tons"),
    Article("reading-in-winter", "Reading in Winter, by the Stove", "2024-01-14", "books that want long evenings"),
    Article("sound-of-pages", "The Sound That Pages Make", "2024-04-21", "paper and the noises it makes"),
    Article(
        "bookbinders-of-the-quay", "The Last Bookbinders of the Quay", "2024-05-05", "three binders and one glue pot"
    ),
    Article("maps-that-lie", "Maps That Lie, and Why We Love Them", "2024-05-26", "islands that were never there"),
    Article("drafts-and-offcuts", "Drafts and Offcuts from Our Desk", "2024-06-09", "sentences we cut and then missed"),
    Article("poetry-on-a-tram", "Poetry on a Tram: A Small Experiment", "2024-06-30", "poems pasted into tram windows"),
)

#: Path -> title, description, what the page is about.
PLAIN: dict[str, tuple[str, str, str]] = {
    "/about": ("About Lumen Books and the People in It",
               "Who we are, how a chandler's shop became a bookshop in 1987, and why the stairs still smell of wax.",
               "an old candle shop full of books"),
    "/contact": ("Contact Lumen Books by Post or Telephone", "", "finding us, and finding us awake"),
    "/delivery": ("Delivery of Books at Home and Abroad",
                  "What a parcel of books costs, how long it takes, and what happens when it rains on it.",
                  "parcels and the people who carry them"),
    "/returns": ("Returning a Book You Did Not Love",
                 "What a parcel of books costs, how long it takes, and what happens when it rains on it.",
                 "books that come back to us"),
    "/events/": ("", "Readings, workshops and quiet evenings at Lumen Books this season, with or without wine.",
                 "evenings among the shelves"),
    "/privacy": ("Privacy: What We Know and What We Forget",
                 "The few things Lumen Books writes down about its customers, and how long we keep them.",
                 "a ledger with very little in it"),
    "/gift-cards": ("Gift Cards for Undecided Friends",
                    "Gift cards from Lumen Books in three sizes, printed on our own press, valid for ever.",
                    "gifts"),
    "/Press-Kit": ("Press Kit: Pictures and Facts About Us",
                   "Photographs, dates and quotations about Lumen Books for journalists, free to use.",
                   "facts for people in a hurry"),
}  # fmt: skip
