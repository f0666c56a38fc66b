"""Which language a page is in: found where it is beyond doubt, silent where it is not."""

# ruff: noqa: E501 (one text, one line)

import pytest

from crawler.core.audit import language, prose
from crawler.core.audit.language_tags import fault_of
from tests.core.audit.build import hits, page

GOOD = (
    "en", "EN", "cs-CZ", "pt-BR", "zh-Hant", "zh-Hant-TW", "sr-Latn", "es-419", "de-CH-1996", "sl-rozaj-biske-1994", "fil",
    "yue", "gsw", "haw", "ckb", "hsb", "und", "mul", "zxx", "qaa", "nb", "nn", "no", "iw", "zh-yue", "zh-cmn-Hans-CN",
    "en-US-u-ca-gregory", "de-x-phonebk", "x-private", "i-klingon", "en-GB-oed", "art-lojban", "ja-Latn-hepburn",
)  # fmt: skip
BAD = {
    "xx": "no language is registered as xx",
    "english": "no language is registered as english; en may be meant",
    "cz": "no language is registered as cz; cs may be meant",
    "jp-JP": "no language is registered as jp; ja may be meant",
    "eng": "no language is registered as eng; en may be meant",
    "xyz": "no language is registered as xyz",
    "en_US": "subtags are joined with hyphens",
    "english_us": "no language tag",
    "en-": "no language tag",
    "e": "no language tag",
    "en US": "no language tag",
    "en,de": "no language tag",
    "123": "no language tag",
    "x-default": "no language tag",
    "en-US-toolongsubtag": "no language tag",
    "{{lang}}": "no language tag",
}


@pytest.mark.parametrize("tag", GOOD)
def test_a_language_that_is_registered(tag: str) -> None:
    assert fault_of(tag) == ""
    assert not hits("html-lang-invalid", page(f"<html lang='{tag}'>x"))


@pytest.mark.parametrize("tag", BAD)
def test_a_language_that_is_none(tag: str) -> None:
    assert fault_of(tag) == BAD[tag]
    assert len(hits("html-lang-invalid", page(f"<html LANG='{tag}'>x"))) == 1


def test_a_missing_language_is_said_elsewhere() -> None:
    assert not hits("html-lang-invalid", page("<html>x"))
    assert not hits("html-lang-invalid", page("<html lang=''>x"))


#: The same small museum in many languages.
TEXTS = {
    "en": "The museum opens every day at nine in the morning and closes at five. Visitors can see the collection of ships and maps, and children enjoy the workshop on Saturdays. Tickets are sold at the entrance, and the café in the garden serves lunch until three o'clock.",
    "de": "Das Museum ist jeden Tag ab neun Uhr geöffnet und schließt um fünf. Besucher sehen die Sammlung von Schiffen und Karten, und Kinder freuen sich über die Werkstatt am Samstag. Karten gibt es am Eingang, und das Café im Garten hat bis drei Uhr ein Mittagessen.",
    "fr": "Le musée est ouvert tous les jours à partir de neuf heures et ferme à cinq heures. Les visiteurs peuvent voir la collection de navires et de cartes, et les enfants aiment l'atelier du samedi. Les billets sont vendus à l'entrée, et le café du jardin sert le déjeuner.",
    "es": "El museo abre todos los días a las nueve de la mañana y cierra a las cinco. Los visitantes pueden ver la colección de barcos y mapas, y los niños disfrutan del taller de los sábados. Las entradas se venden en la puerta, y el café del jardín sirve comidas hasta las tres.",
    "it": "Il museo apre ogni giorno alle nove del mattino e chiude alle cinque. I visitatori possono vedere la collezione di navi e di carte, e i bambini si divertono nel laboratorio del sabato. I biglietti si comprano all'ingresso, e il caffè nel giardino serve il pranzo.",
    "pt": "O museu abre todos os dias às nove da manhã e fecha às cinco da tarde. Os visitantes podem ver a coleção de navios e mapas, e as crianças gostam da oficina aos sábados. Os bilhetes são vendidos na entrada, e o café do jardim serve almoço até às três horas.",
    "nl": "Het museum is elke dag open vanaf negen uur en sluit om vijf uur. Bezoekers kunnen de verzameling schepen en kaarten bekijken, en kinderen genieten van de werkplaats op zaterdag. Kaartjes zijn bij de ingang te koop, en het café in de tuin serveert een lunch.",
    "pl": "Muzeum jest otwarte codziennie od dziewiątej rano i zamyka się o piątej. Zwiedzający mogą zobaczyć zbiór statków i map, a dzieci cieszą się z sobotnich warsztatów. Bilety można kupić przy wejściu, a kawiarnia w ogrodzie podaje obiad do godziny trzeciej.",
    "cs": "Muzeum je otevřeno každý den od devíti hodin a zavírá v pět. Návštěvníci si mohou prohlédnout sbírku lodí a map a děti se těší na sobotní dílnu. Vstupenky jsou k dostání u vchodu, kavárna v zahradě podává oběd až do tří hodin a řeka je odtud jen pár kroků.",
    "sk": "Múzeum je otvorené každý deň od deviatej hodiny a zatvára o piatej. Návštevníci si môžu pozrieť zbierku lodí a máp a deti sa tešia na sobotnú dielňu. Vstupenky sú v predaji pri vchode, kaviareň v záhrade podáva obed až do tretej a rieka je odtiaľ len pár krokov. Päť ďalších výstav môžete vidieť v lete, keď je múzeum otvorené dlhšie a môžete tu stráviť celý deň, ak chcete, lebo vstup platí celý týždeň a môže ho využiť ktokoľvek.",
    "uk": "Музей відкритий щодня з дев'ятої години ранку й зачиняється о п'ятій. Відвідувачі можуть побачити колекцію кораблів і карт, а діти люблять суботню майстерню. Квитки продаються біля входу, а кав'ярня в саду подає обід до третьої години дня.",
    "ru": "Музей открыт каждый день с девяти часов утра и закрывается в пять. Посетители могут увидеть коллекцию кораблей и карт, а дети любят субботнюю мастерскую. Билеты продаются у входа, а кафе в саду подаёт обед до трёх часов дня, и это очень удобно для гостей.",
    "tr": "Müze her gün sabah dokuzda açılır ve beşte kapanır. Ziyaretçiler gemi ve harita koleksiyonunu görebilir, çocuklar cumartesi günleri atölyeden keyif alır. Biletler girişte satılır ve bahçedeki kafe saat üçe kadar öğle yemeği sunar, herkes burada dinlenebilir.",
    "sq": "Muzeu është i hapur çdo ditë nga ora nëntë e mëngjesit dhe mbyllet në orën pesë. Vizitorët mund të shohin koleksionin e anijeve dhe të hartave, ndërsa fëmijët gëzohen për punëtorinë e së shtunës. Biletat shiten në hyrje, dhe kafeneja në kopsht jep drekë.",
    "ro": "Muzeul este deschis în fiecare zi de la ora nouă dimineața și se închide la cinci. Vizitatorii pot vedea colecția de corăbii și de hărți, iar copiii se bucură de atelierul de sâmbătă. Biletele se vând la intrare, iar cafeneaua din grădină servește prânzul.",
    "hu": "A múzeum minden nap reggel kilenckor nyit és délután ötkor zár. A látogatók megnézhetik a hajók és térképek gyűjteményét, a gyerekek pedig élvezik a szombati műhelyt. Jegyeket a bejáratnál lehet venni, és a kertben lévő kávézó három óráig ad ebédet.",
    "sv": "Museet är öppet varje dag från klockan nio på morgonen och stänger klockan fem. Besökare kan se samlingen av skepp och kartor, och barnen tycker om verkstaden på lördagar. Biljetter säljs vid ingången, och kaféet i trädgården serverar lunch till klockan tre.",
    "da": "Museet er åbent hver dag fra klokken ni om morgenen og lukker klokken fem. Besøgende kan se samlingen af skibe og kort, og børnene glæder sig til værkstedet om lørdagen. Billetter sælges ved indgangen, og caféen i haven serverer frokost indtil klokken tre.",
    "fi": "Museo on avoinna joka päivä aamuyhdeksästä alkaen ja suljetaan viideltä. Kävijät voivat nähdä laivojen ja karttojen kokoelman, ja lapset nauttivat lauantaisin järjestettävästä työpajasta. Lippuja myydään sisäänkäynnillä, ja puutarhan kahvila tarjoaa lounasta.",
    "el": "Το μουσείο ανοίγει κάθε μέρα στις εννέα το πρωί και κλείνει στις πέντε. Οι επισκέπτες μπορούν να δουν τη συλλογή πλοίων και χαρτών, και τα παιδιά χαίρονται το εργαστήριο του Σαββάτου. Τα εισιτήρια πωλούνται στην είσοδο, και το καφέ στον κήπο σερβίρει γεύμα.",
    "ja": "当館は毎日午前九時に開館し、午後五時に閉館します。来館者は船と地図のコレクションを見ることができ、子どもたちは土曜日のワークショップを楽しみます。入場券は入口で販売しており、庭のカフェでは三時まで昼食を出しています。"
    * 2,
    "zh": "博物馆每天上午九点开门，下午五点关门。参观者可以看到船只和地图的收藏，孩子们喜欢星期六的工作坊。门票在入口处出售，花园里的咖啡馆供应午餐到下午三点。"
    * 3,
    "ko": "박물관은 매일 아침 아홉 시에 열고 오후 다섯 시에 닫습니다. 방문객은 배와 지도 소장품을 볼 수 있고, 아이들은 토요일 공방을 즐깁니다. 입장권은 입구에서 팔고, 정원에 있는 카페는 세 시까지 점심을 제공합니다. "
    * 2,
    "ar": "يفتح المتحف أبوابه كل يوم في التاسعة صباحا ويغلق في الخامسة. يمكن للزوار مشاهدة مجموعة السفن والخرائط، ويستمتع الأطفال بورشة يوم السبت. تباع التذاكر عند المدخل، ويقدم المقهى في الحديقة وجبة الغداء حتى الساعة الثالثة بعد الظهر من كل يوم.",
    "nb": "Museet er åpent hver dag fra klokken ni om morgenen og stenger klokken fem. Besøkende kan se samlingen av skip og kart, og barna gleder seg til verkstedet på lørdager. Billetter selges ved inngangen, og kafeen i hagen serverer lunsj fram til klokken tre hver dag.",
    "hr": "Muzej je otvoren svaki dan od devet sati ujutro i zatvara se u pet. Posjetitelji mogu vidjeti zbirku brodova i karata, a djeca se vesele radionici subotom. Ulaznice se prodaju na ulazu, a kavana u vrtu poslužuje ručak do tri sata poslije podne.",
    "id": "Museum ini buka setiap hari mulai pukul sembilan pagi dan tutup pukul lima sore. Pengunjung dapat melihat koleksi kapal dan peta, dan anak-anak menyukai lokakarya pada hari Sabtu. Tiket dijual di pintu masuk, dan kafe di taman menyajikan makan siang.",
    "gl": "O museo está aberto todos os días desde as nove da mañá e pecha ás cinco da tarde. Os visitantes poden ver a colección de barcos e mapas, e os nenos gozan do obradoiro dos sábados. As entradas véndense na porta, e o café do xardín serve xantares.",
    "af": "Die museum is elke dag vanaf nege-uur oop en sluit om vyf. Besoekers kan die versameling skepe en kaarte sien, en kinders geniet die werkswinkel op Saterdae. Kaartjies word by die ingang verkoop, en die kafee in die tuin bedien middagete tot drie-uur.",
}
OTHER_NAMES = {
    "nb": ("no", "nn", "nb-NO"), "zh": ("zh-Hant", "zh-CN", "yue"), "hr": ("sr-Latn", "bs", "sh"), "id": ("ms",),
    "en": ("en_GB", "EN-us", "xx", ""), "de": ("gsw", "de-AT", "nds"), "ar": ("fa", "arz"), "es": ("gl", "ast", "ca"), "da": ("nb", "no"),
    "cs": ("sk",), "ru": ("be",), "nl": ("af", "fy"), "it": ("co", "scn"), "tr": ("az",),
}  # fmt: skip


def read(lang: str, text: str, around: str = "<p>{}</p>"):  # type: ignore[no-untyped-def]
    inner = around.format(text)
    return page(
        f"<!doctype html><html lang='{lang}'><head><title>T</title></head><body><main>{inner}</main></body></html>"
    )


@pytest.mark.parametrize("code", TEXTS)
def test_a_page_in_its_own_language(code: str) -> None:
    for lang in (code, *OTHER_NAMES.get(code, ())):
        if (lang, code) != ("sk", "cs"):
            assert not hits("lang-mismatch", read(lang, TEXTS[code])), lang


@pytest.mark.parametrize("code", [code for code in TEXTS if code not in ("en", "hr", "id", "gl", "af")])
def test_a_page_that_says_it_is_english(code: str) -> None:
    found = hits("lang-mismatch", read("en-GB", TEXTS[code]))
    assert len(found) == 1
    assert f"the text is in {code}" in found[0].evidence


@pytest.mark.parametrize("lang", ["de", "cs", "sq", "ja", "pt-BR", "nb", "af"])
def test_an_english_page_that_says_it_is_not(lang: str) -> None:
    assert len(hits("lang-mismatch", read(lang, TEXTS["en"]))) == 1


def test_near_languages_are_told_apart_by_their_letters() -> None:
    assert hits("lang-mismatch", read("cs", TEXTS["sk"]))
    assert hits("lang-mismatch", read("sk", TEXTS["cs"]))
    assert hits("lang-mismatch", read("es", TEXTS["pt"]))
    assert hits("lang-mismatch", read("uk", TEXTS["ru"]))
    assert hits("lang-mismatch", read("zh", TEXTS["ja"]))
    assert not hits("lang-mismatch", read("cs", TEXTS["sk"] + " Dvořák, Ještěd."))
    assert not hits("lang-mismatch", read("nb", TEXTS["da"]))


def test_what_is_short_mixed_or_marked_says_nothing() -> None:
    de, en = TEXTS["de"], TEXTS["en"]
    assert not hits("lang-mismatch", read("en", de[:190]))
    assert not hits("lang-mismatch", read("en", f"{en} {de} {en} {de}"))
    assert not hits("lang-mismatch", read("en", de, "<blockquote lang=de>{}</blockquote>"))
    assert not hits("lang-mismatch", page(f"<html lang=en><body lang=de-DE><p>{de}</p>"))
    assert not hits(
        "lang-mismatch",
        read(
            "en",
            "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat.",
        ),
    )
    assert not hits(
        "lang-mismatch",
        read(
            "de",
            "Canon EOS R5, Nikon Z6 II, Sony A7 IV, Fuji X-T5, Leica Q3, Pentax K-1, Olympus OM-1, Panasonic S5, Hasselblad X2D, Sigma fp L, Ricoh GR III, Kodak M35, Polaroid Now, Lomo LC-A, GoPro Hero 12, DJI Osmo, Insta360 X3",
        ),
    )
    assert not hits(
        "lang-mismatch",
        read(
            "cs",
            "x = [n for n in range(10)]; print(x[0]); def main(): return {'a': 1}; if __name__ == '__main__': main(); import os; os.path.join('a', 'b'); y = lambda z: z + 1; "
            * 3,
        ),
    )
    assert language.of("12345 67890 a/b/c " * 40) == ""


def test_a_switch_of_languages_does_not_hide_a_mismatch() -> None:
    switch = "<p>{}</p><a href=/de lang=de>Deutsch</a><a href=/fr lang=fr>Français</a>"
    assert hits("lang-mismatch", read("en", TEXTS["sv"], switch))


HARD = (
    "<p>The implementation of the aforementioned regulations necessitates a comprehensive evaluation of the organisational"
    " infrastructure, particularly with regard to the administrative responsibilities that accompany institutional"
    " participation in collaborative research activities. Consequently, representatives of participating organisations"
    " should familiarise themselves with the documentation requirements, notwithstanding previous participation in"
    " comparable programmes administered by alternative governmental authorities.</p>"
)
EASY = "<p>The ship left the port at nine. The sea was calm and the sun was up. We sat on the deck and had tea.</p>"


@pytest.mark.parametrize(
    ("html", "fires"),
    [
        (HARD * 5, True),
        (EASY * 12, False),
        (HARD * 3, False),  # too short to judge
        (HARD.replace("<p>", "<li>").replace(".", "") * 8, False),  # no sentences
        (HARD.replace(".</p>", "</p>") * 8, False),
        (f"<p>{TEXTS['de']}</p>" * 8, False),  # not English
    ],
)
def test_hard_to_read(html: str, fires: bool) -> None:
    assert bool(hits("readability-hard", page(f"<html lang=en><body>{html}"))) is fires


@pytest.mark.parametrize(
    ("word", "number"),
    [("ship", 1), ("the", 1), ("make", 1), ("table", 2), ("wanted", 2), ("jumped", 1), ("houses", 2), ("likes", 1), ("institution", 4), ("rhythm", 1), ("hmm", 1)],
)  # fmt: skip
def test_syllables(word: str, number: int) -> None:
    assert prose.syllables(word) == number


def test_sentences_are_counted_without_abbreviations() -> None:
    one = prose.reading_ease("We met Mr. Smith, e.g. on Monday, at St. Paul and we had tea there.")
    assert one == prose.reading_ease("We met Mr Smith, e g on Monday, at St Paul and we had tea there.")
    assert prose.of(["One two three.", "A caption without an end that is long enough to be kept"]) == ""
    assert len(prose.of(["word " * 100 + "end."] * 20)) == 4000
