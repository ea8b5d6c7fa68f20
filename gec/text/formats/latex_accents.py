r"""Letters that LaTeX writes as commands, for ï, ç, ß, ø and others."""

from __future__ import annotations

from unicodedata import normalize

_MARKS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "dh": "ð", "DH": "Ð", "dj": "đ",
    "DJ": "Đ", "th": "þ", "TH": "Þ", "ng": "ŋ", "NG": "Ŋ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "i": "ı",
    "j": "ȷ",
}  # fmt: skip
_AROUND = "{}\\ \t\r\n"
_NAMED = rf"\\(?:{'|'.join(_LETTERS)})(?![A-Za-z@])"

# One letter with its blanks and braces, for patterns in verbose mode.
LETTER = (
    rf"""(?:\\(?:[`'^"~=.]|[cvuHkrdb](?![A-Za-z@])[ \t]*)(?:\{{[ \t]*(?:[A-Za-z]|{_NAMED})[ \t]*\}}|{_NAMED}[ \t]*)"""
    rf"""|\\[`'^"~=.][A-Za-z]|\\[cvuHkrdb][ \t]+[A-Za-z](?![A-Za-z@])|{_NAMED}(?:\{{\}}|[ \t]*))"""
).replace(" ", r"\ ")


def letter(spelt: str) -> str:
    """The character of a command; the letter without its mark if there is no such character."""
    alone = spelt[1:].strip(_AROUND)
    if alone in _LETTERS:
        return _LETTERS[alone]
    base = spelt[2:].strip(_AROUND)
    if "\\" in spelt[2:] and base not in "ij":  # the dotless \i and \j
        base = _LETTERS[base]
    composed = normalize("NFC", base + _MARKS[spelt[1]])
    return composed if len(composed) == 1 else base
