"""Language tags of documents: whether one is well-formed and begins with a language that is registered (RFC 5646)."""

import base64
import re
import zlib
from typing import Final

from crawler.core.audit.language_codes import LANGUAGES

#: RFC 5646 2.1, the production `langtag`; case is of no account.
_TAG = re.compile(
    r"([a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?"
    r"(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-[0-9a-wyz](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?"
)
_PRIVATE = re.compile(r"x(?:-[a-z0-9]{1,8})+")
#: Tags from before the grammar (RFC 5646 2.2.8); the other old ones fit it.
_OLD: Final = frozenset(
    {
        *("en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo"),
        *("i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de"),
    }
)
#: Languages of two letters that are still registered and no longer advised.
_WITHDRAWN: Final = frozenset({"bh", "in", "iw", "ji", "jw", "mo", "sh"})
#: Languages of three letters in the IANA Language Subtag Registry: one bit for each of aaa ... zzz, packed.
_THREE: Final = zlib.decompress(base64.b85decode(
    "c-o~^eQ*=U6@PoWlZD5PS4I|QLh;!V4KsmOOxiKD0iBJE4TVNdFrw245lTvFk~(SAI6)P6#)dM@q;;H7$RtGhDs+<Rz~rNuHpXWfsGBK_O$X"
    "bw!W_X(9ZHQPY#|(Rw|#rUg#WuUx3}-@``Wj^_m-Kam124_&#cdLmG^{O_Wtx5W9%{A!C1evbJIm;sz|r8!Wg}X)0*z$Z9Vw6SdR0IyCyT~$"
    "XLQtBpc(2z{geB^veZl)t*e8a%zDyrt>+)CwpZuHo@{OwlS7x+#nZMjRFUMM&4f8Hgt3F_o~8PKDvB?YhEpcf}nlKt|Z>8s~>vl>$`KYv03Y"
    "y<G0PJiA|&uEVB3^7tn6ok6N>=ug_ql4Gv2h;BY7aT~z}t&dymIL=ZMVJNu{+tHvGU(Q{w<^dA!zGy4;s+LB#x3etUBqC+ok_+UKc00BjMTm"
    "KpE+DaA-#U`1mB7>Bya{wIn6g7E^fdEkVN`Q?Nckl~}KsB)fKmu*P2oM@vNH>4OcYk(Jzi`q48Yny<5N9nRBjFdT_8mlf$_~!KPap~e(X{pU"
    "65F+C%gUhGo7_SB?<8AY77w^YaJ7X1T#I(uHWhGW9n{4|&wuOPndr(5w+uU}Mt}S3z09~XRr#rd%I_RMP(SY_hcRV1PB(Uv+uBB-Uz=P!p|V"
    "G(7>kQ8AXR1eM9tEj_XZUZ@v4SCyM40ejW1zHv8RQi4oEZAf(o$>&1>|9ImC8EQP%aI_1hAR>N%hI2y9HVyn3}lN*F(O*fA;6`+wMh$q}0_F"
    "f$;{a7p$7FncBZ|C;c~SfgjR+}ofPA$cOC_;xmQC^7|E2<>*mssCOM)qL5#)%o2^ce_BA6rTD}@HZ=mA_v<V_U6%$izm7sh=9q}!0EbnDYxX"
    "<elI!@i7b!2&Lb_uOp7$Vf6q)&12W)MfTlY)t^T_}R>2C)tpIW_Xil_+BYh@SF5t>OA|*UlV8f&4H1I7pJq!-)q{(jOVd@NacABvA(+g(aSf"
    "#!YjhQ0`>)t0VU`1&(jqX2Mdb{)AKS{HntHEl2A~x4#;VUe_uFTzo_0yo?Awg+Q{4zQ9RrfEN1}0dmLZnmcA3#7*5f4$U#Xc}C>kCKfO<$;Q"
    "s0Buf9kELi87AlRTF>8z3+q!)<!**QZQ;7zED}A)QFE%WL*&fi6xY4*${5b;%#$~qnk-&=u*rFB??B|x0i?bk`5y8EvIoLVJ08lexqyD_q~j"
    "7)!xLMnOR5Fpw87N0Q4%rdP9j4E>B^W}9(L|=hR5@3_Q%@AO$wCPq0rj)sVM!`$19B7%tcr&0G+mOF~!@5v|;M;o_?m+c{(0E%p%(`Co30v?"
    "#zv6^i%-Ls_*>V>mM>RpEL1@*R$gdlPV?Tn96b^Q&DMGD%*NwDOy|pcpa}@vV3*{5&z#v9T^K>o*9{ORH^!W7O|UD+G0A~!Q)5!{`W^Y#N0k"
    "Ff|$0yK|(;<-Hlw#U~1W0R6TPaXtG`RR1jtZt)mY{UtYx9(*uIcfm(+-1D&^47BJ5BA7O{^;=ZlWjG5vm%^R#G6U(T0nU`}Zoh1>X=5{^ITH"
    "2mWoXv4$<}DTtM^n*I#U_g-$`j?K@xR1h>&oV~7eGCN-_<A!DEkC9$|kN_2BK$RS$V9R_1FmF?|_xe4V$U2Y5H-lldu(aLv>cRvTMmmf86`W"
    "|HNLMD}!GUeT~?>l+#X;cRmsP#2K=4?L&f|T|d00)N^mfyLoU`vBKLO-#W`KRjzNW^}UMXWlFVOmry8EjZ(ek`9j6=Hm)r!EQ&d?>(9KM5>_"
    "EVS(-f^fO$7|>_$o*FvHFvv`<^RwU731?{TA}E)qPM*?_x#kJwC!cr~z165+5WH~(yJ+<5%NQ-jO1;Vqtm_JUlpa_vUP4<-7{;y)qF4?gTa)"
    "ZrG8NN3sbaQ9<FPi-p?kvBUo)}q40OYVCDKJ$0}s0%TQC8X}We-dl!%1GbpY~6LnDnaXAcfy;<*Tk`Q-#kQu6(sVVRj$x{|9OqdJ|1X`MVz~"
    "f6)z#>cP-;DRp-`vK_H*#IzC|Z^ubeWUkMuKuYd4vvwZraGybI<hpQ*u$2(d=P#seBWD&@;<DGiy#8}G&H#U4zl>{$u`1snE@Ek(BUzpzkcl"
    "X}mL*j4$`sRwidNPPKblMRr!az$2LUb`9bIO!Yp7gpL^kzn@eZ>lQ`9Jz<$w2"
))  # fmt: skip
#: Where people take a country, a name or a longer code for the code of a language.
_MEANT: Final = {
    "cz": "cs", "jp": "ja", "gr": "el", "dk": "da", "ua": "uk", "al": "sq", "cn": "zh", "kr": "ko", "rs": "sr",
    "us": "en", "gb": "en", "ger": "de", "deu": "de", "eng": "en", "fra": "fr", "fre": "fr", "spa": "es", "ita": "it",
    "ces": "cs", "cze": "cs", "rus": "ru", "por": "pt", "pol": "pl", "english": "en", "german": "de", "deutsch": "de",
    "french": "fr", "spanish": "es", "italian": "it", "czech": "cs",
}  # fmt: skip


def fault_of(tag: str) -> str:
    """What is wrong with a language tag, in a few words; empty where nothing is."""
    tag = tag.lower()
    if tag in _OLD or (_PRIVATE.fullmatch(tag) and tag != "x-default"):
        return ""
    match = _TAG.fullmatch(tag)
    if match is None:
        return (
            "subtags are joined with hyphens"
            if "_" in tag and not fault_of(tag.replace("_", "-"))
            else "no language tag"
        )
    primary = match[1].partition("-")[0]
    if is_registered(primary):
        return ""
    meant = _MEANT.get(primary, "")
    return f"no language is registered as {primary}" + (f"; {meant} may be meant" if meant else "")


def is_registered(primary: str) -> bool:
    """Whether a primary subtag in lower case is one of a language."""
    if len(primary) == 2:
        return primary in LANGUAGES or primary in _WITHDRAWN
    if len(primary) != 3:
        return False  # longer ones are reserved, and none is registered
    first, second, third = (ord(letter) - ord("a") for letter in primary)
    place = (first * 26 + second) * 26 + third
    return "qaa" <= primary <= "qtz" or bool(_THREE[place // 8] >> place % 8 & 1)
