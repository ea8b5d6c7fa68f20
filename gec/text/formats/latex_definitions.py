r"""What in LaTeX is not prose, including what a text defines itself: environments of code and of maths, commands and
characters with code after them, and short names for environments, such as `\newcommand{\beq}{\begin{equation}}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass

from gec.language import word_set

ENVIRONMENT = r"[A-Za-z][\w-]*+\*?"
_NO_PROSE = word_set(  # environments without prose
    """verbatim verbatim* semiverbatim spverbatim boxedverbatim verbatimtab verbatimwrite verbbox alltt alltt*
    Verbatim BVerbatim LVerbatim SaveVerbatim VerbatimOut Verbatim* BVerbatim* LVerbatim* lstlisting tcblisting
    minted code Code CodeChunk CodeInput CodeOutput Highlighting Sinput Soutput Scode Schunk comment filecontents
    filecontents* tikzpicture tikzcd circuitikz pgfpicture pspicture picture forest ganttchart prooftree dot2tex
    thebibliography algorithmic algorithm2e pseudocode program asy asydef pycode pyblock pyverbatim pyconsole
    python sageblock sagesilent sageverbatim luacode luacode* gnuplot rawhtml lilypond ly abc"""
)
_MATHS = word_set(
    """equation equation* align align* alignat alignat* gather gather* multline multline* eqnarray eqnarray*
    math displaymath flalign flalign* xalignat xalignat* xxalignat empheq numcases subnumcases IEEEeqnarray
    IEEEeqnarray* dmath dmath* dgroup dgroup* dseries dseries* darray darray*"""
)
_NAMED = word_set(  # environments with a name in brackets
    """theorem lemma proposition corollary definition remark example proof claim conjecture exercise problem solution
    question note fact observation assumption axiom hypothesis notation"""
)
_NEW_CODE = re.compile(  # definitions of environments of code
    rf"""\\(?:lstnewenvironment|(?:Re)?DefineVerbatimEnvironment|(?:re)?newtcblisting|(?:Declare|New|Renew)TCBListing)
    \s*+(?:\[[^\[\]]{{0,300}}\])?\s*+\{{\s*+(?P<name>{ENVIRONMENT})\s*+\}}
    |\\newminted(?:\[(?P<minted>{ENVIRONMENT})\])?\{{(?P<language>[A-Za-z]+)\}}""",
    re.VERBOSE,
)
_NEW_THEOREM = re.compile(rf"\\newtheorem\*?\{{({ENVIRONMENT})\}}")
_OPTION = r"(?:\[[^\[\]\n]{0,300}\])?"
_VERB = r"(?:[vV]erb|EscVerb|spverb|lstinline)"
_MAKES = r"\\(?:(?:re)?new|provide)command\*?\s*+\{?\s*+\\(?P<made>[A-Za-z@]++)\s*+\}?(?:\[[^\[\]\n]{0,60}\]){0,2}\s*+"
_NEW_VERB = re.compile(  # definitions of commands with code after them
    rf"""\\newmint(?P<inline>inline)?(?:\[(?P<minted>[A-Za-z]+)\])?\{{(?P<language>[A-Za-z]+)\}}
    |\\(?:Rec|C)ustomVerbatimCommand\s*+\{{\\(?P<custom>[A-Za-z@]+)\}}
    |\\(?:New|Renew|Provide|Declare)DocumentCommand\s*+\{{?\\(?P<parsed>[A-Za-z@]++)\}}?\s*+
        \{{[somt+!\ ]{{0,20}}v\s*+\}}
    |(?:{_MAKES}|\\def\s*+\\(?P<defined>[A-Za-z@]++))\{{\s*+\\{_VERB}{_OPTION}\s*+\}}
    |\\let\s*+\\(?P<let>[A-Za-z@]++)\s*+=?\s*+\\{_VERB}(?![A-Za-z@])""",
    re.VERBOSE,
)
SHORT = rf"\\(?:MakeShortVerb|DefineShortVerb|lstMakeShortInline)\*?{_OPTION}\s?\{{?\\?[^\sA-Za-z\d\\{{}}%]\}}?"
_SHORT = re.compile(SHORT)
_NEW_NAME = re.compile(  # short names of environments: \def\beq{\begin{equation}}, \def\beq#1\eeq{\begin{equation}#1…}
    rf"""(?:{_MAKES}|\\g?def\s*+\\(?P<defined>[A-Za-z@]++)(?:\#1\\(?P<until>[A-Za-z@]++))?[\s\#\d]{{0,20}})
    \{{[^{{}}\\\n%]{{0,20}}\\(?P<does>begin|end)\s?\{{(?P<name>{ENVIRONMENT})\}}""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Definitions:
    """The definitions that apply to a text."""

    no_prose: Set[str]  # environments without prose
    maths: Set[str]  # environments of formulas
    named: Set[str]  # environments with a name in brackets
    verb: str  # a regular expression for inline code
    begun: Mapping[str, str]  # the environments that commands begin
    ended: Mapping[str, re.Pattern[str]]  # the ends of environments that commands end


def definitions(text: str) -> Definitions:
    no_prose = _NO_PROSE | {
        found["name"] or found["minted"] or f"{found['language']}code" for found in _NEW_CODE.finditer(text)
    }
    begun, ends = _short_names(text, no_prose | _MATHS)
    ended = {
        name: re.compile(rf"\\(?:end\s?\{{{re.escape(name)}\}}|(?:{'|'.join(sorted(commands))})(?![A-Za-z@]))")
        for name, commands in ends.items()
    }
    return Definitions(no_prose, _MATHS, _NAMED.union(_NEW_THEOREM.findall(text)), _verb(text), begun, ended)


def _short_names(text: str, known: Set[str]) -> tuple[dict[str, str], dict[str, set[str]]]:
    """Which of the known environments each command begins, and which commands end each of them."""
    begun: dict[str, str] = {}
    ends: dict[str, set[str]] = {}
    for found in _NEW_NAME.finditer(text):
        command, name = found["made"] or found["defined"], found["name"]
        if name not in known:
            continue
        if found["does"] == "end":
            ends.setdefault(name, set()).add(command)
        elif found["until"] or not text.startswith("#", found.end()):  # else the argument is the whole environment
            begun[command] = name
            if found["until"]:
                ends.setdefault(name, set()).add(found["until"])
    return begun, ends


def _verb(text: str) -> str:
    r"""A regular expression for inline code: after a command a mark, the code and the same mark; without the command
    for marks that the text declares."""
    made = {
        found["custom"] or found["parsed"] or found["made"] or found["defined"] or found["let"] or found["minted"]
        or f"{found['language']}{found['inline'] or ''}"
        for found in _NEW_VERB.finditer(text)
    }  # fmt: skip
    own = f"|(?:{'|'.join(sorted(made))})(?![A-Za-z@])" if made else ""
    short = {found.group().rstrip("}")[-1] for found in _SHORT.finditer(text)}
    alone = "".join(rf"|{re.escape(mark)}[^{re.escape(mark)}\n]*{re.escape(mark)}" for mark in sorted(short))
    within = r"[^\sA-Za-z*\[{]"
    return rf"""(?P<verb>\\(?:{_VERB}\*?{_OPTION}|(?:mint|mintinline|SaveVerb){_OPTION}\{{[^{{}}\n]{{0,60}}\}}
        {own and f"{own}{_OPTION}"})(?P<bar>{within})[^\n]*?(?P=bar){alone})"""
