"""Decides whether bytes that are not UTF-8 are English text in Windows-1252 or Mac Roman.

A wrong guess would harm no byte outside an edit, but a wrongly decoded letter could be taken for an error. So bytes
that look like another script, another encoding or damage are refused.
"""

from __future__ import annotations

import re

CODECS = ("cp1252", "mac_roman")
MAX_SHARE = 0.05  # of bytes outside ASCII
ALWAYS_ALLOWED = 12  # bytes outside ASCII, however short the text is

_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
_UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_CUT = re.compile(rb"[\x00-\x7f]*(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})")
_RUN = re.compile(rb"[\x80-\xff]{3}")
_BEYOND = re.compile(rb"[\x80-\xff]")
# Not found in English: a capital behind a small letter or a mark, a currency or mathematical sign beside a letter.
_CAPITALS = "À-ÖØ-ÞŠŒŽŸ"
_SIGNS = "€£¥¢¤¬µ¶±×÷ƒ√∂∆≈∞∑∏π∫Ω◊≠≤≥‰†‡ˆ˜˚¸˝˛ˇ˘˙¯¨´¦¹²³ªº"
_ODD = re.compile(
    rf"[a-zß-öø-ÿ.,;:!?][{_CAPITALS}]|[^\W\d_][{_SIGNS}¿¡‚„‹«]|[{_SIGNS}][^\W\d_]"
    r"|(?<!\S)[ÑÐÉÊÕÒÓÔ](?!\S)|[^\W\d_][ðþÐÞ]|[ðþÐÞ][^\W\d_]"
)


def codec_of(raw: bytes) -> str | None:
    """The older encoding of the bytes, or None if neither gives plausible English."""
    if _CONTROL.search(raw) or _UTF8.search(raw) or _RUN.search(raw) or _CUT.fullmatch(raw):
        return None
    if len(_BEYOND.findall(raw)) > max(ALWAYS_ALLOWED, MAX_SHARE * len(raw)):
        return None
    return next((codec for codec in CODECS if _reads(raw, codec)), None)


def _reads(raw: bytes, codec: str) -> bool:
    try:
        text = raw.decode(codec)
    except UnicodeDecodeError:
        return False
    return not _ODD.search(text)
