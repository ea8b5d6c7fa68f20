"""Trains the spaCy pipeline for scoring: tags and trees are learned, and universal tags and lemmas follow rules.

`train` reads the treebanks (`treebank.py`), fits the pipeline of `tagger.cfg` and adds two rule components. The result
behaves like the pipeline that ERRANT was written for. `gec.scoring.errant` scores with it.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gec.errors import GecError, extra
from gec.training import treebank

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.lookups import Lookups
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

# The universal tag and the morphology of every PTB tag. They are those of spaCy's first English pipelines, with
# which ERRANT's published references were annotated: "which" is an adjective, "who" a noun, "is" a verb. ERRANT
# merges edits by universal tags, and types them by PTB tags.
UNIVERSAL = {
    **dict.fromkeys([".", ",", "-LRB-", "-RRB-", "``", "''", '""', ":", "HYPH", "NFP"], ("PUNCT", "")),
    **dict.fromkeys(["$", "#", "SYM"], ("SYM", "")),
    **dict.fromkeys(["ADD", "FW", "GW", "XX", "LS"], ("X", "")),
    **dict.fromkeys(["PDT", "WDT", "WP$"], ("ADJ", "")),
    **dict.fromkeys(["EX", "WRB"], ("ADV", "")),
    "DT": ("DET", ""),
    "PRP": ("PRON", ""),
    "WP": ("NOUN", ""),
    "AFX": ("ADJ", "Hyph=Yes"),
    "CC": ("CCONJ", ""),
    "CD": ("NUM", "NumType=Card"),
    "IN": ("ADP", ""),
    "JJ": ("ADJ", "Degree=Pos"),
    "JJR": ("ADJ", "Degree=Cmp"),
    "JJS": ("ADJ", "Degree=Sup"),
    "MD": ("VERB", "VerbForm=Fin"),
    "NN": ("NOUN", "Number=Sing"),
    "NNP": ("PROPN", "Number=Sing"),
    "NNPS": ("PROPN", "Number=Plur"),
    "NNS": ("NOUN", "Number=Plur"),
    "POS": ("PART", "Poss=Yes"),
    "PRP$": ("ADJ", "Poss=Yes"),
    "RB": ("ADV", ""),
    "RBR": ("ADV", "Degree=Cmp"),
    "RBS": ("ADV", "Degree=Sup"),
    "RP": ("ADP", ""),
    "TO": ("PART", ""),
    "UH": ("INTJ", ""),
    "VB": ("VERB", "VerbForm=Inf"),
    "VBD": ("VERB", "Tense=Past|VerbForm=Fin"),
    "VBG": ("VERB", "Aspect=Prog|Tense=Pres|VerbForm=Part"),
    "VBN": ("VERB", "Aspect=Perf|Tense=Past|VerbForm=Part"),
    "VBP": ("VERB", "Tense=Pres|VerbForm=Fin"),
    "VBZ": ("VERB", "Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"),
    "_SP": ("SPACE", ""),
}
META = {
    "name": "gec_tagger",
    "version": "0.1.0",
    "description": "Tags, trees and lemmas for ERRANT. Credits and licences are in README.md.",
    "license": "CC BY-SA 4.0",
    "spacy_version": ">=3.8.0,<3.9.0",
}
VERB_TAGS = ["VB", "VBD", "VBG", "VBN", "VBP", "VBZ"]
BE = ["be", "am", "is", "are", "was", "were", "been", "being", "'m", "'re", "’m", "’re", "m", "re"]
LEMMAS = {
    "be": (VERB_TAGS, [*BE, "'s", "’s", "s", "ai"]),
    "have": (VERB_TAGS, ["have", "has", "had", "having", "'ve", "’ve", "ve"]),
    "do": (VERB_TAGS, ["do", "does", "did", "done", "doing"]),
    "can": (["MD"], ["ca"]),
    "will": (["MD"], ["'ll", "’ll", "ll", "wo"]),
    "shall": (["MD"], ["sha"]),
    "would": (["MD"], ["'d", "’d"]),
    "not": (["RB"], ["n't", "n’t", "nt"]),
}
# All personal pronouns share one lemma, so that substituting one for another is cheap.
PRONOUNS = """
    i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its itself
    we us our ours ourselves they them their theirs themselves
"""


def train(treebanks: Iterable[Path], dev: Path, out: Path, work: Path, steps: int = 0) -> dict[str, float]:
    """Fit the pipeline on some treebanks, add its rules and write it to `out`. Returns its scores on `dev`."""
    _refuse_others(out)
    import spacy
    from spacy.language import DEFAULT_CONFIG
    from spacy.training.initialize import init_nlp
    from spacy.training.loop import train as fit
    from spacy.util import load_config

    lookups = tables("lemma_rules", "lemma_exc", "lemma_index")  # fail before an hour of training
    work.mkdir(parents=True, exist_ok=True)
    vocab = spacy.blank("en").vocab
    trees = [tree for path in treebanks for tree in treebank.read(path)]
    _pack(with_lower_case(trees), vocab, work / "train.spacy")
    _pack(treebank.read(dev), vocab, work / "dev.spacy")
    changes: dict[str, Any] = {
        "paths.train": str(work / "train.spacy"),
        "paths.dev": str(work / "dev.spacy"),
    }
    if steps:
        changes |= {"training.max_steps": steps, "training.eval_frequency": max(1, steps // 4)}
    ours = load_config(Path(__file__).with_name("tagger.cfg"), overrides=changes)
    nlp = init_nlp(DEFAULT_CONFIG.merge(ours))
    fit(nlp, work, stdout=sys.stderr, stderr=sys.stderr)
    nlp = spacy.load(work / "model-best")
    add_rules(nlp, lookups)
    scores = nlp.evaluate(_examples(nlp, dev))
    _save(nlp, out)
    return {name: round(float(scores[name]), 4) for name in ("tag_acc", "dep_uas", "dep_las")}


def _refuse_others(out: Path) -> None:
    """Refuse an output folder that cannot be written or has other files in it, before an hour of training."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        others = [] if (out / "meta.json").exists() else sorted(one.name for one in out.iterdir())
    except OSError as trouble:
        raise GecError(f"{out}: cannot be written: {trouble.strerror}") from None
    if others:
        raise GecError(f"{out}: holds {others[0]} and no pipeline; give a new or an empty folder")
    if not os.access(out, os.W_OK):
        raise GecError(f"{out}: cannot be written: permission denied")


def with_lower_case(trees: list[treebank.Tree], share: float = 0.08) -> Iterator[treebank.Tree]:
    """The trees, and some of them again in lower case, because learners do not always write capitals."""
    dice = random.Random(0)
    for tree in trees:
        yield tree
        if dice.random() < share:
            words = [word.lower() for word in tree.words]
            yield treebank.Tree(words, tree.spaces, tree.tags, tree.heads, tree.labels)


def _pack(trees: Iterable[treebank.Tree], vocab: Vocab, path: Path) -> None:
    from spacy.tokens import DocBin

    DocBin(docs=[document(tree, vocab) for tree in trees]).to_disk(path)


def document(tree: treebank.Tree, vocab: Vocab) -> Doc:
    from spacy.tokens import Doc

    heads = [i if head < 0 else head for i, head in enumerate(tree.heads)]
    return Doc(vocab, tree.words, spaces=tree.spaces, tags=tree.tags, heads=heads, deps=tree.labels)


def _examples(nlp: Language, path: Path) -> list[Any]:
    from spacy.tokens import Doc
    from spacy.training import Example

    gold = [document(tree, nlp.vocab) for tree in treebank.read(path)]
    return [Example(Doc(nlp.vocab, [token.text for token in doc]), doc) for doc in gold]


def tables(*names: str) -> Lookups:
    """Lemma tables for English from spacy-lookups-data."""
    from spacy.lookups import load_lookups

    try:
        return load_lookups("en", list(names))
    except ValueError as error:
        raise GecError(f"spacy-lookups-data is not installed; {extra('tagger')}") from error


def add_rules(nlp: Language, lookups: Lookups) -> None:
    """Add rules for universal tags, from PTB tags, and for lemmas, from lists for closed classes and WordNet's
    tables."""
    ruler: Any = nlp.add_pipe("attribute_ruler", after="parser")
    for tag, (universal, morph) in UNIVERSAL.items():
        ruler.add([[{"TAG": tag}]], {"POS": universal, "MORPH": morph} if morph else {"POS": universal})
    for lemma, (tags, words) in LEMMAS.items():
        ruler.add([[{"TAG": {"IN": tags}, "LOWER": {"IN": words}}]], {"LEMMA": lemma})
    personal = {"TAG": {"IN": ["PRP", "PRP$"]}, "LOWER": {"IN": PRONOUNS.split()}}
    ruler.add([[personal]], {"LEMMA": "-PRON-"})

    lemmatizer: Any = nlp.add_pipe("lemmatizer", config={"mode": "rule"})
    lemmatizer.initialize(nlp=nlp, lookups=lookups)


def _save(nlp: Language, out: Path) -> None:
    """Write the pipeline with only the strings that its labels need, without words from training."""
    nlp.meta |= META
    nlp.config["paths"] |= {"train": None, "dev": None}
    nlp.to_disk(out)
    strings = {*UNIVERSAL, *LEMMAS, *(lemma_word for _, words in LEMMAS.values() for lemma_word in words)}
    for name in ("tagger", "parser"):
        strings |= set(nlp.get_pipe(name).labels)  # type: ignore[attr-defined]  # both have labels
    strings |= {universal for universal, _ in UNIVERSAL.values()}
    strings |= {morph for _, morph in UNIVERSAL.values() if morph}
    (out / "vocab" / "strings.json").write_text(json.dumps(sorted(strings)), encoding="utf-8")
