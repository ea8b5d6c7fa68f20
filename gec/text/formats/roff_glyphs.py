r"""Characters as roff spells them: `\(aq` and `\[aq]`, `\[:a]`, `\[u00E4]`, and predefined strings (`\*(lq`)."""

from __future__ import annotations

from unicodedata import normalize

_TABLE = """aq ' cq ’ oq ‘ lq “ rq ” dq " Bq „ bq ‚ Fo « Fc » fo ‹ fc › ga ` aa ´ ha ^ ti ~ em — en – hy - mi − bu •
    ci ○ sq □ co © rg ® tm ™ sc § ps ¶ dg † dd ‡ de ° fm ′ sd ″ pc · mc µ 12 ½ 14 ¼ 34 ¾ S1 ¹ S2 ² S3 ³ Of ª Om º r?
    ¿ r! ¡ at @ sh # Do $ ct ¢ Eu € Po £ Ye ¥ rs \\ sl / or | ba | br | bv | ul _ ru _ lB [ rB ] lC { rC } la ⟨ ra ⟩
    lA ⇐ rA ⇒ <- ← -> → ua ↑ da ↓ +- ± t+- ± mu × tmu × di ÷ tdi ÷ ** ∗ pl + eq = == ≡ != ≠ ne ≠ <= ≤ >= ≥ ~~ ≈ ap ∼
    if ∞ no ¬ tno ¬ sr √ sqrt √ pd ∂ mo ∈ es ∅ ff ﬀ fi ﬁ fl ﬂ Fi ﬃ Fl ﬄ ss ß ae æ AE Æ oe œ OE Œ /o ø /O Ø /l ł /L Ł
    -d đ -D Ð Sd ð Tp þ TP Þ oa å oA Å .i ı OK ✓ *a α *b β *g γ *d δ *e ε *l λ *m μ *p π *s σ *W Ω *D Δ *w ω"""
_PAIRS = _TABLE.split()
_GLYPHS = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
_MARKS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", ":": "\u0308", "~": "\u0303", ",": "\u0327", "v": "\u030c",
    "o": "\u030a",
}  # fmt: skip
_STRINGS = {  # of man(7), mdoc(7) and the programs that write pages
    "Aq": "'", "lq": "“", "rq": "”", "Lq": "“", "Rq": "”", 'L"': "“", 'R"': "”", "``": "“", "''": "”", "q": '"',
    "--": "—", "R": "®", "Tm": "™", "C`": "", "C'": "", "Ba": "|", "Am": "&", "Lt": "<", "Gt": ">", "Le": "≤",
    "Ge": "≥", "Ne": "≠", "Pm": "±", "Pi": "π", "If": "∞",
}  # fmt: skip


def character(name: str) -> str:
    """The character of a name; empty if unknown."""
    if name in _GLYPHS:
        return _GLYPHS[name]
    if len(name) == 2 and name[0] in _MARKS and name[1].isalpha():
        return _one(normalize("NFC", name[1] + _MARKS[name[0]]))
    try:
        if name.startswith("char"):
            return _one(chr(int(name[4:])))
        codes = [int(code, 16) for code in name[1:].split("_")] if name.startswith("u") else []
        return _one(normalize("NFC", "".join(map(chr, codes))))
    except (ValueError, OverflowError):
        return ""


def string(name: str) -> str | None:
    """The value of a predefined string, which may be empty; None if unknown."""
    return _STRINGS.get(name)


def _one(composed: str) -> str:
    return composed if len(composed) == 1 and composed.isprintable() else ""
