"""Enough words for believable pages, in five languages: the same page always gets the same ones.

A sentence is a subject, what it does, and (in English) when or why. Pages share phrases and hardly ever a sentence.
"""

from itertools import product
from random import Random

_ENGLISH = (
    (
        "The oldest copy", "A quiet reader", "Our cellar press", "The second edition", "The narrator",
        "A map of the coast", "The night ferry", "A box of letters", "The printer's daughter", "An honest footnote",
        "The last chapter", "A cup of cold tea", "The shop cat", "A wet umbrella", "The index", "A pencil mark",
        "The blue cover", "A forgotten bookmark", "The translator", "A patient editor", "The reading lamp",
        "A shelf by the window", "The morning post", "A torn page",
    ),
    (
        "keeps its place on the stairs", "tells more than it should", "was bought for the price of a loaf",
        "came back with sand in it", "never agreed with the weather", "makes a long evening short",
        "waits for somebody who likes maps", "smells of wax and rain", "has been to sea twice",
        "is read aloud on Thursdays", "holds a pressed leaf", "went missing for eleven years",
        "starts an argument at the counter", "stands beside the kettle", "lies flat on a kitchen table",
        "was set by hand", "costs less than a good coat", "speaks of bread and harbours",
        "belongs to nobody in the house", "knows the way to the river",
    ),
    (
        "because nobody asked it to hurry.", "when the lamps go on.", "and we would not have it otherwise.",
        "long after the shop has closed.", "as any child can tell you.", "though the critics were cross.",
        "until the snow is gone.", "since the year of the flood.", "with a smile for the careful buyer.",
        "in spite of three reprints.", "before the first tram leaves.", "to the joy of the whole street.",
    ),
)  # fmt: skip
_CZECH = (
    (
        "Starý atlas", "Náš tiskařský lis", "Tichý čtenář", "Modrý obal", "Zapomenutý dopis", "Poslední výtisk",
        "Mokrý deštník", "Pečlivý překladatel", "Malý antikvariát", "Zelený inkoust",
    ),
    (
        "leží na stole u okna a voní voskem.", "vypráví o řece, která nikam nespěchá.", "čeká na dlouhý zimní večer.",
        "stojí hned vedle konvice s čajem.", "zná každou ulici v našem městě.", "patří všem, kdo mají rádi příběhy.",
        "přijel vlakem z dalekého přístavu.", "nikdy nesouhlasil s předpovědí počasí.",
        "zůstal ve sklepě celých jedenáct let.", "dělá radost dětem i dědečkům.",
    ),
)  # fmt: skip
_GERMAN = (
    (
        "Der alte Atlas", "Unser Drucker", "Der stille Leser", "Ein vergessener Brief", "Der blaue Umschlag",
        "Ein nasser Schirm", "Der letzte Band", "Die kleine Buchhandlung", "Die Übersetzerin", "Eine Landkarte",
    ),
    (
        "liegt auf dem Tisch am Fenster und riecht nach Wachs.", "erzählt von einem Fluss, der keine Eile hat.",
        "wartet auf einen langen Abend im Winter.", "steht gleich neben der Kanne mit dem Tee.",
        "kennt jede Straße in unserer Stadt.", "gehört allen, die gute Geschichten mögen.",
        "kam mit dem Zug aus einem fernen Hafen.", "war mit dem Wetterbericht nie einverstanden.",
        "blieb elf ganze Jahre unten im Keller.", "macht Kindern und Großeltern große Freude.",
    ),
)  # fmt: skip
_JAPANESE = (
    (
        "古い地図は", "私たちの印刷機は", "静かな読者は", "青い表紙の本は", "忘れられた手紙は", "最後の一冊は",
        "濡れた傘は", "丁寧な翻訳者は", "小さな本屋は", "緑色のインクは",
    ),
    (
        "窓のそばの机の上で、ゆっくりと夕方を待っています。", "急がない川の物語を、子どもたちに話してくれます。",
        "冬の長い夜に、温かいお茶と一緒に楽しめます。", "階段の途中にある棚で、いつも旅人を迎えます。",
        "町のすべての通りと、古い橋の名前を知っています。", "物語を愛するすべての人のために、そこにあります。",
        "遠い港から、列車に乗ってこの店に来ました。", "天気予報には、一度も賛成したことがありません。",
        "地下室で十一年のあいだ、誰にも見つかりませんでした。", "おじいさんにも孫にも、同じ喜びを与えてくれます。",
    ),
)  # fmt: skip
_ARABIC = (
    (
        "الأطلس القديم", "القارئ الهادئ", "الكتاب الأزرق", "المترجم الصبور", "الرسام العجوز", "الدفتر الصغير",
        "المصباح القديم", "الجار الطيب", "الناشر الجديد", "الصندوق الخشبي",
    ),
    (
        "ينتظر على الطاولة قرب النافذة حتى يأتي المساء.", "يحكي لنا عن نهر لا يعرف العجلة أبدا.",
        "يعرف كل شارع في مدينتنا القديمة.", "وصل بالقطار من ميناء بعيد في الشمال.",
        "يقف بجانب إبريق الشاي في زاوية المكتبة.", "يحب القصص الطويلة في ليالي الشتاء.",
        "بقي في القبو أحد عشر عاما كاملة.", "لم يوافق يوما على نشرة الطقس.",
        "يفرح الأطفال والأجداد كل صباح جديد.", "يصل إلى كل بيت فيه من يحب القراءة.",
    ),
)  # fmt: skip
_TABLES = {"en": _ENGLISH, "cs": _CZECH, "de": _GERMAN, "ja": _JAPANESE, "ar": _ARABIC}


def sentences(seed: str, lang: str, number: int) -> list[str]:
    """So many different sentences."""
    glue = "" if lang == "ja" else " "
    made = [glue.join(parts) for parts in product(*_TABLES[lang])]
    return Random(f"{lang} {seed}").sample(made, number)


def paragraphs(seed: str, lang: str = "en", number: int = 30) -> list[str]:
    """The sentences, five to a paragraph."""
    said = sentences(seed, lang, number)
    glue = "" if lang == "ja" else " "
    return [glue.join(said[at : at + 5]) for at in range(0, number, 5)]
