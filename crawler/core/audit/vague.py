"""Link texts that say nothing about where the link leads, by language.

A word may be empty in one language and full in another (Italian *qui*, French *qui*; Croatian *more* is the sea), so
a page is judged by the list of its own language. English phrases of several words are vague on any page.
"""

from collections.abc import Mapping
from typing import Final

from crawler.core.audit.wording import key

_BY_LANGUAGE: Final = {
    "en": "click here, click, click this, click this link, click here for more, click for more, click for details,"
    " here, right here, this, this link, this page, this one, link, a link, more, more here, more info,"
    " more information, more details, find out more, learn more, learn more here, read more, read more here,"
    " read on, see more, see here, view more, view details, see details, show more, continue reading,"
    " keep reading, continue, details, go here, tap here, press here, check it out, find more, discover more,"
    " explore more, for more information, get more info, full story, read full article, read the full article,"
    " read this, visit page, visit website, visit link, open link",
    "de": "hier, hier klicken, klick hier, klicke hier, klicken sie hier, bitte hier klicken, hier lang, link,"
    " dieser link, diesen link, mehr, mehr dazu, mehr erfahren, mehr lesen, mehr infos, mehr informationen,"
    " mehr details, mehr anzeigen, weiter, weiterlesen, weiter lesen, weitere infos, weitere informationen,"
    " details, zum artikel, siehe, siehe hier, dies, diese seite, lesen sie mehr, erfahren sie mehr, jetzt lesen,"
    " ansehen",
    "fr": "ici, cliquez ici, cliquer ici, clique ici, par ici, lien, ce lien, cette page, plus, en savoir plus,"
    " savoir plus, lire plus, lire la suite, la suite, voir plus, voir, plus d'infos, plus d’infos,"
    " plus d'informations, plus d’informations, plus de détails, détails, en lire plus, lire, voir ici",
    "es": "aquí, aqui, haz clic aquí, haga clic aquí, clic aquí, click aquí, click aqui, pincha aquí, pulsa aquí,"
    " pulse aquí, enlace, este enlace, esta página, más, mas, más info, más información, mas información,"
    " leer más, ver más, saber más, seguir leyendo, sigue leyendo, continuar leyendo, detalles, más detalles,"
    " ver detalles, conoce más, descubre más, leer, ver",
    "it": "qui, clicca qui, cliccare qui, clicca, fai clic qui, link, questo link, questa pagina, di più, più,"
    " più info, più informazioni, maggiori informazioni, maggiori dettagli, leggi, leggi tutto, leggi di più,"
    " leggi ancora, continua, continua a leggere, scopri di più, scopri, vedi, vedi di più, dettagli,"
    " approfondisci, per saperne di più, vai",
    "pt": "aqui, clique aqui, clica aqui, carregue aqui, link, este link, esta página, mais, mais info,"
    " mais informação, mais informações, mais detalhes, ler mais, leia mais, ver mais, veja mais, saber mais,"
    " saiba mais, continuar lendo, continuar a ler, continue lendo, detalhes, ir, veja aqui, ver",
    "nl": "hier, klik hier, klik, hier klikken, link, deze link, deze pagina, meer, meer info, meer informatie,"
    " meer lezen, lees meer, lees verder, verder lezen, verder, meer weten, bekijk, bekijk meer, details,"
    " meer details, ontdek meer, toon meer",
    "pl": "tutaj, tu, kliknij, kliknij tutaj, kliknij tu, link, ten link, ta strona, więcej, czytaj więcej,"
    " zobacz więcej, dowiedz się więcej, więcej informacji, więcej szczegółów, szczegóły, czytaj dalej, czytaj,"
    " zobacz, dalej, przejdź, sprawdź",
    "cs": "zde, tady, klikněte zde, klikni zde, klikněte sem, kliknutím zde, sem, odkaz, tento odkaz,"
    " tato stránka, více, více info, více informací, více zde, číst více, číst dál, číst dále, čtěte více,"
    " čtěte dál, zjistit více, další informace, dozvědět se více, zobrazit více, celý článek, pokračovat,"
    " pokračovat ve čtení, podrobnosti, detail, detaily, přejít",
    "sk": "tu, kliknite tu, klikni tu, kliknite sem, sem, odkaz, tento odkaz, táto stránka, viac, viac info,"
    " viac informácií, viac tu, čítať viac, čítať ďalej, čítajte viac, zistiť viac, ďalšie informácie,"
    " dozvedieť sa viac, zobraziť viac, celý článok, pokračovať, podrobnosti, detail, detaily, prejsť",
    "uk": "тут, натисніть тут, клікніть тут, клацніть тут, тисніть тут, сюди, посилання, це посилання,"
    " за посиланням, більше, докладніше, детальніше, читати далі, читати більше, дізнатися більше,"
    " дізнатись більше, більше інформації, подробиці, перейти, далі",
    "ru": "здесь, тут, нажмите здесь, нажмите сюда, кликните здесь, кликните сюда, жмите сюда, сюда, ссылка,"
    " эта ссылка, по ссылке, больше, подробнее, подробности, читать далее, читать дальше, читать полностью,"
    " читать, узнать больше, узнать подробнее, больше информации, далее, перейти, смотреть, детали",
    "tr": "buraya, burada, burası, tıklayın, tıkla, buraya tıklayın, buraya tıkla, tıklayınız, buraya tıklayınız,"
    " bağlantı, bu bağlantı, link, bu link, daha fazla, daha fazlası, daha fazla bilgi, devamı, devamını oku,"
    " devamını okuyun, daha fazla oku, detaylar, detaylı bilgi, ayrıntılar, incele, oku, git",
    "sq": "këtu, kliko këtu, klikoni këtu, klikoni, kliko, shtyp këtu, shtypni këtu, lidhja, kjo lidhje, link,"
    " linku, kjo faqe, më shumë, me shume, lexo më shumë, lexoni më shumë, mëso më shumë, mësoni më shumë,"
    " më shumë informacion, më shumë informacione, shiko më shumë, shih më shumë, vazhdo, vazhdo leximin, detaje,"
    " më shumë detaje, detajet, lexo, shiko, hap",
    "ro": "aici, click aici, clic aici, apasă aici, apăsați aici, dă click aici, dați click aici, link,"
    " acest link, linkul, această pagină, mai mult, mai multe, citește mai mult, citeşte mai mult,"
    " citește mai multe, citeste mai mult, află mai mult, află mai multe, afla mai multe, mai multe informații,"
    " mai multe detalii, detalii, vezi mai mult, vezi mai multe, vezi detalii, continuă, continuă lectura, vezi",
    "hu": "itt, ide, ide kattintva, kattintson ide, kattints ide, kattintson, link, ez a link, ezen a linken,"
    " több, tovább, tovább olvasom, tovább olvas, bővebben, további információ, további információk, részletek,"
    " részletesen, még több, olvass tovább, olvasson tovább, megnézem, tudj meg többet, tudjon meg többet",
    "sv": "här, klicka här, klicka, tryck här, länk, länken, denna länk, den här länken, den här sidan, mer,"
    " läs mer, läs mer här, se mer, visa mer, mer info, mer information, läs vidare, fortsätt läsa, fortsätt,"
    " detaljer, gå hit",
    "da": "her, klik her, klik, tryk her, link, dette link, denne side, mere, læs mere, læs mere her, se mere,"
    " vis mere, mere info, mere information, læs videre, fortsæt, fortsæt læsning, detaljer, se her, gå hertil",
    "no": "her, klikk her, klikk, trykk her, lenke, lenken, denne lenken, link, denne siden, mer, les mer,"
    " les mer her, se mer, vis mer, mer info, mer informasjon, les videre, fortsett, fortsett å lese, detaljer,"
    " se her",
    "fi": "tästä, täältä, täällä, tänne, klikkaa tästä, klikkaa tätä, klikkaa, napsauta tästä, paina tästä,"
    " linkki, tämä linkki, tämä sivu, lisää, lue lisää, lue lisää täältä, katso lisää, näytä lisää, lisätietoja,"
    " lisätietoa, lisätiedot, jatka lukemista, jatka, tutustu, siirry",
    "el": "εδώ, εδω, κάντε κλικ εδώ, κάνε κλικ εδώ, κλικ εδώ, πατήστε εδώ, πάτα εδώ, σύνδεσμος, αυτός ο σύνδεσμος,"
    " αυτή η σελίδα, περισσότερα, διαβάστε περισσότερα, διάβασε περισσότερα, δείτε περισσότερα,"
    " μάθετε περισσότερα, περισσότερες πληροφορίες, λεπτομέρειες, συνέχεια, συνεχίστε, δείτε",
    "ja": "ここ, こちら, ここをクリック, こちらをクリック, こちらへ, こちらから, こちらをご覧ください, クリック,"
    " リンク, このリンク, このページ, もっと, もっと見る, もっと読む, もっと詳しく, 続きを読む, 続きを見る,"
    " 続きはこちら, 続き, 続く, 詳細, 詳細を見る, 詳細はこちら, 詳しくはこちら, 詳しくはここ, 詳しく見る, 全文表示",
    "zh": "这里, 这儿, 此处, 点击这里, 点击此处, 点这里, 请点击这里, 请点击此处, 点击, 单击此处, 链接, 此链接,"
    " 更多, 更多信息, 了解更多, 查看更多, 阅读更多, 阅读全文, 查看全文, 继续阅读, 详情, 查看详情, 了解详情, 详细,"
    " 更多内容, 這裡, 此處, 點擊這裡, 點擊此處, 按此, 按這裡, 點此, 請按此, 連結, 更多資訊, 了解更多資訊,"
    " 瞭解更多, 閱讀更多, 閱讀全文, 繼續閱讀, 詳情, 查看詳情, 詳細資訊",
    "ko": "여기, 여기를 클릭, 여기를 클릭하세요, 여기 클릭, 여기를 누르세요, 이곳, 클릭, 클릭하세요, 링크,"
    " 이 링크, 이 페이지, 더, 더보기, 더 보기, 더 알아보기, 더 읽기, 자세히, 자세히 보기, 자세히 알아보기,"
    " 자세한 내용, 자세한 정보, 상세보기, 상세 보기, 계속, 계속 읽기, 이동, 바로가기, 전체 보기, 전체보기",
    "ar": "هنا, اضغط هنا, انقر هنا, إضغط هنا, أنقر هنا, من هنا, رابط, الرابط, هذا الرابط, هذه الصفحة, المزيد,"
    " للمزيد, اقرأ المزيد, إقرأ المزيد, اقرأ أكثر, قراءة المزيد, اعرف المزيد, تعرف على المزيد, شاهد المزيد,"
    " عرض المزيد, معلومات أكثر, مزيد من المعلومات, لمزيد من المعلومات, التفاصيل, تفاصيل, تابع القراءة,"
    " متابعة القراءة, أكثر",
    "he": "כאן, לחץ כאן, לחצו כאן, קישור, קרא עוד, קראו עוד, עוד, למידע נוסף, מידע נוסף, פרטים, לפרטים נוספים, המשך",
    "fa": "اینجا, اینجا کلیک کنید, کلیک کنید, لینک, این لینک, بیشتر, بیشتر بخوانید, بیشتر بدانید, اطلاعات بیشتر,"
    " ادامه مطلب, ادامه, جزئیات",
    "hr": "ovdje, kliknite ovdje, klikni ovdje, poveznica, ova poveznica, link, više, pročitaj više,"
    " pročitajte više, saznaj više, saznajte više, više informacija, opširnije, detalji, detaljnije,"
    " nastavi čitati, dalje",
    "sr": "ovde, kliknite ovde, klikni ovde, link, više, pročitaj više, pročitajte više, saznaj više,"
    " saznajte više, više informacija, opširnije, detalji, detaljnije, dalje, овде, кликните овде, кликни овде,"
    " линк, више, прочитај више, прочитајте више, сазнај више, сазнајте више, више информација, опширније, детаљи,"
    " детаљније",
    "sl": "tukaj, kliknite tukaj, klikni tukaj, kliknite, povezava, ta povezava, več, preberi več, preberite več,"
    " več informacij, izvedi več, izvedite več, podrobnosti, nadaljuj, beri dalje",
    "bg": "тук, кликнете тук, кликни тук, натиснете тук, линк, връзка, този линк, повече, още, прочети повече,"
    " прочетете повече, виж повече, вижте повече, научете повече, научи повече, повече информация, подробности,"
    " детайли, продължи",
    "ca": "aquí, feu clic aquí, fes clic aquí, clica aquí, cliqueu aquí, enllaç, aquest enllaç, més,"
    " més informació, llegir més, llegeix més, llegiu més, veure més, saber-ne més, més detalls, detalls,"
    " continua llegint",
    "lt": "čia, spauskite čia, spausk čia, nuoroda, ši nuoroda, daugiau, skaityti daugiau, skaityti toliau,"
    " plačiau, sužinoti daugiau, daugiau informacijos, detaliau",
    "lv": "šeit, te, klikšķiniet šeit, spiediet šeit, saite, šī saite, vairāk, lasīt vairāk, lasīt tālāk,"
    " uzzināt vairāk, vairāk informācijas, sīkāk",
    "et": "siin, siia, kliki siia, klõpsa siia, vajuta siia, link, see link, rohkem, loe edasi, loe rohkem,"
    " loe lähemalt, vaata lähemalt, lisainfo, rohkem infot",
    "vi": "tại đây, ở đây, nhấn vào đây, bấm vào đây, nhấp vào đây, click vào đây, liên kết, xem thêm, đọc thêm,"
    " đọc tiếp, tìm hiểu thêm, chi tiết, xem chi tiết, thêm",
    "id": "di sini, disini, klik di sini, klik disini, klik, tautan, tautan ini, link, selengkapnya,"
    " baca selengkapnya, lihat selengkapnya, baca lebih lanjut, pelajari lebih lanjut, info lebih lanjut, detail,"
    " lainnya",
    "hi": "यहाँ, यहां, यहाँ क्लिक करें, यहां क्लिक करें, क्लिक करें, लिंक, यह लिंक, और, और पढ़ें, अधिक पढ़ें,"
    " अधिक जानें, और जानें, अधिक जानकारी, अधिक, विवरण",
    "th": "ที่นี่, คลิก, คลิกที่นี่, ลิงก์, ลิงค์, เพิ่มเติม, อ่านเพิ่มเติม, อ่านต่อ, ดูเพิ่มเติม, รายละเอียด, ดูรายละเอียด",
}
_OTHER_NAMES: Final = {"nb": "no", "nn": "no", "iw": "he", "bs": "hr", "sh": "sr", "in": "id"}
#: What may stand around the words: quotation marks, brackets, arrows, dots.
_AROUND: Final = " .,:;!?…·•|/\\-–—_=+*~<>«»‹›()[]{}\"'“”„‘’→←↗⟶⇒➔➜▶►»›。、，！？：；「」『』（）【】…"

BY_LANGUAGE: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(key(text) for text in texts.split(", ")) for language, texts in _BY_LANGUAGE.items()
}
_PHRASES: Final = frozenset(text for text in BY_LANGUAGE["en"] if text.count(" "))
#: Where a page does not say its language: what is vague wherever it stands.
_ANYWHERE: Final = _PHRASES | {text for texts in BY_LANGUAGE.values() for text in texts if text.count(" ")}
_LONGEST: Final = max(map(len, _ANYWHERE))


def of(language: str) -> frozenset[str]:
    """The vague texts of a language by its primary subtag; of none or an unknown one, phrases of any language."""
    own = BY_LANGUAGE.get(_OTHER_NAMES.get(language, language))
    if own is not None:
        return own | _PHRASES
    return _PHRASES if language else _ANYWHERE | BY_LANGUAGE["en"]


def is_vague(text: str, texts: frozenset[str]) -> bool:
    """Whether a whole link text is one of `texts`, whatever its case and what stands around it."""
    return len(text) <= _LONGEST + 10 and key(text).strip(_AROUND) in texts
