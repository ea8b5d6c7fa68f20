"""Files whose prose gec cannot find: programs without a grammar, data, settings, and unsupported markup.

As plain text they could be harmed, because the key of a setting looks like any word. So they are not read, except under
another name or from standard input.
"""

from __future__ import annotations

import re
from pathlib import PurePath

from gec.language import word_set
from gec.text.prose import Block

_DATA = """
    json json5 jsonc jsonl ndjson jsonld geojson yaml yml toml ini cfg cnf conf config properties env xml xsd
    xsl xslt svg rss atom plist xaml csproj sln resx csv tsv psv arff sql lock po pot strings xliff xlf proto
    graphql gql thrift avsc bib bst ics vcf patch diff rej ldif reg service desktop har opml mod sum
"""
_CODE = """
    spec pem crt csr am ac m4
    cpp cc cxx c++ hpp hh hxx h++ inl ino cu cuh m mm cs fs fsi fsx vb vbs swift kt kts scala groovy gradle dart rb
    erb rake gemspec ru php phtml pl pm lua r jl hs lhs ml mli elm ex exs heex erl hrl clj cljs cljc edn lisp lsp cl
    el scm rkt nim zig sv svh vhd vhdl pas asm s sh bash zsh fish ksh csh ps1 psm1 psd1 bat cmd awk sed tcl f77 f90
    f95 f03 f08 cob cbl ada adb ads sol vy vue svelte astro css scss sass less styl coffee hbs mustache ejs pug jade
    haml slim liquid twig jsp asp aspx cshtml razor cmake mk mak make ninja bazel bzl nix tf tfvars hcl wat wast ll
    glsl vert frag hlsl wgsl gd pyx pxd cls sty dtx ins ltxml mat ado stan y yy lex qml vim
"""
_MARKUP = "rdoc textile pod wiki mediawiki creole typ texi texinfo docbook dbk dita ditamap fb2 rtf t2t muse ms lyx"
_ENDINGS = frozenset(f".{end}" for end in word_set(_DATA + _CODE + _MARKUP))
_NAMES = re.compile(
    r"cmakelists\.txt|meson(?:\.build|[_.]options(?:\.txt)?)|robots\.txt"
    r"|(?:.*[-_.])?(?:requirements|constraints)(?:[-_.].*)?\.txt"
    r"|(?:gnu)?makefile(?:\.\w+)?|(?:docker|container)file(?:\.\w+)?"
    r"|(?:vagrant|gem|rake|pod|brew|proc|jenkins|just|guard)file"
    r"|sconstruct|sconscript|codeowners"
    r"|\.\w*(?:rc|ignore|profile|aliases)|\.env(?:\.\w+)?"
    r"|\.(?:gitattributes|gitmodules|gitconfig|mailmap|editorconfig|htaccess)",
    re.IGNORECASE,
)
_SCRIPT = re.compile(r"\ufeff?(?:#![ \t]*/|<\?xml\b)")
# Language ids of editors that are no file endings.
_LANGUAGES = word_set("""
    bibtex clojure cmakecache cpp csharp cuda-cpp dockerfile dockercompose dotenv elixir erlang fsharp gitignore haskell
    ignore java-properties jsonlines julia kotlin makefile matlab objective-c objective-cpp ocaml pascal perl perl6
    powershell razor ruby shellscript systemverilog terraform verilog vue-html xquery
""")


def is_other(name: str, text: str = "") -> bool:
    """Whether a file is one of these, by its name or, without an ending, by its first line. README.C++ is not."""
    path = PurePath(name)
    if _NAMES.fullmatch(path.name) or (path.suffix.lower() in _ENDINGS and path.stem != "README"):
        return True
    return not path.suffix and _SCRIPT.match(text) is not None


def is_language(language: str) -> bool:
    """Whether a language id of an editor is one of these."""
    return language in _LANGUAGES or f".{language}" in _ENDINGS


def blocks(text: str, format: str) -> list[Block]:
    return []


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return []
