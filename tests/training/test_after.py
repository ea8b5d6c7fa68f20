"""After training: figures, calibration, curves, fine-tuning, distilling."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import gec
from gec.cli import group, train_calibrate
from gec.edits.edit import Edit
from gec.errors import GecError
from gec.guards.sentence import Candidate
from gec.model import checkpoint, start
from gec.model.checkpoint import Checkpoint
from gec.model.config import Config, Extras
from gec.model.folder import DEFAULT, find, read_config
from gec.model.heads import EditHead
from gec.model.tokenizer import Tokenizer
from gec.scoring import maxmatch, spans
from gec.training import calibrate, measure_held_out, plot, tune
from gec.training.inserts import insertions
from gec.training.snapshots import Best
from gec.training.texts import read_pairs

PAIRS = [("He go home.", "He goes home."), ("She is here.", "She is here.")]


def test_figures_count_edits_that_are_the_same(words: Tokenizer) -> None:
    right = [[Edit(3, 5, "goes")], []]
    assert measure_held_out.figures(PAIRS, right, words).f05 == 1.0
    wrong = [[Edit(3, 5, "went")], [Edit(0, 3, "He")]]
    figures = measure_held_out.figures(PAIRS, wrong, words)
    assert (figures.right, figures.proposed, figures.wanted) == (0, 2, 1)
    assert figures.alarms_per_1000 == pytest.approx(1000 / 3)


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4), st.sampled_from([0.5, 1.0, 2.0]))
def test_training_and_both_ways_of_scoring_have_one_f(right: int, needless: int, missed: int, beta: float) -> None:
    """Also if nothing is proposed, or no edit is needed."""
    sums = right, right + needless, right + missed
    f = measure_held_out.EditCounts(*sums, alarms=0, quiet_words=0).f(beta)
    assert f == spans.Counts(right, needless, missed).f(beta)
    assert f == pytest.approx(maxmatch.MatchCounts(*sums).f(beta))


@pytest.mark.parametrize(
    ("source", "target", "edit", "expected"),
    [
        ("I was cried here.", "I cried here.", Edit(2, 11, "cried"), True),
        ("I was cried here.", "I cried here.", Edit(2, 5, "had"), False),
        ("He go home now", "He goes home now.", Edit(3, 5, "goes"), True),
        ("He go home now", "He goes home now.", Edit(3, 10, "goes home"), True),
        ("He go home now", "He goes home now.", Edit(3, 10, "went home"), False),
        ("At morning I ran", "In the morning I ran", Edit(0, 10, "In the morning"), True),
        ("At morning I ran", "In the morning I ran", Edit(3, 3, "the "), True),
        ("At morning I ran", "In the morning I ran", Edit(11, 11, "the "), False),
        ("No.Yes I do", "No. Yes, I do", Edit(3, 3, " "), True),
    ],
)
def test_an_edit_is_right_however_it_is_cut(source: str, target: str, edit: Edit, expected: bool) -> None:
    assert measure_held_out.right(source, target, [edit]) == [expected]


SOME = st.lists(st.sampled_from(["a", "b", "c", ",", "."]), max_size=12)


@given(SOME, SOME)
def test_edits_towards_the_target_are_right_and_others_are_not(one: list[str], other: list[str]) -> None:
    source, target = " ".join(one), " ".join(other)
    whole = Edit(0, len(source), target)
    assert measure_held_out.right(source, target, [whole]) == [True]
    assert measure_held_out.right(target, target, [Edit(0, len(target), source)]) == [source == target]


def test_a_model_that_copies_proposes_next_to_nothing(copyist: Checkpoint) -> None:
    figures = measure_held_out.measure(copyist, PAIRS, torch.device("cpu"))
    assert figures.wanted == 1
    assert figures.right == 0


def measured(right: int) -> measure_held_out.EditCounts:
    return measure_held_out.EditCounts(right, proposed=10, wanted=10, alarms=0, quiet_words=10)


def test_the_best_weights_so_far_are_kept(copyist: Checkpoint, tmp_path: Path) -> None:
    assert Best.of(tmp_path) is None
    for minutes, right in ((1.0, 5), (2.0, 7), (3.0, 6)):
        Best.offer(tmp_path, copyist, minutes, measured(right))
    found = Best.of(tmp_path)
    assert found is not None
    assert (found.minutes, found.figures) == (2.0, measured(7))
    assert torch.equal(found.model.network.embedding.weight, copyist.network.embedding.weight)


def test_the_best_weights_outlast_a_kill_between_two_steps(copyist: Checkpoint, tmp_path: Path) -> None:
    Best.offer(tmp_path, copyist, 1.0, measured(5))
    (tmp_path / "best").rename(tmp_path / "best.old")  # the newer ones are not in place yet
    found = Best.of(tmp_path)
    assert found is not None
    assert found.minutes == 1.0
    assert not (tmp_path / "best.old").exists()


def test_frequent_insertions_are_counted(words: Tokenizer) -> None:
    pairs = [("I see cat", "I see the cat"), ("I hear dog", "I hear the dog"), ("We eat it", "We eat the it")] * 4
    pairs += [("a man", "my man")] * 5
    the, my = words.ids_many(["a the", "a my"])
    found = insertions(pairs, words)
    assert the[-1] in found
    assert my[-1] not in found


def test_confidence_is_the_share_of_right_edits() -> None:
    rng = np.random.default_rng(0)
    odds = rng.normal(0, 3, 4000)
    right = (rng.random(4000) < 1 / (1 + np.exp(-(0.5 * odds - 0.7)))).astype(float)
    x = np.stack([odds, np.ones_like(odds)], axis=1)
    scale, offset = calibrate.fit(x, right, np.array([1.0, 0.0]), np.full(2, 1e-2))
    assert (scale, offset) == (pytest.approx(0.5, abs=0.05), pytest.approx(-0.7, abs=0.1))
    p = 1 / (1 + np.exp(-(scale * odds + offset)))
    bins = calibrate.reliability(p, right)
    assert sum(one.edits for one in bins) == 4000
    assert all(one.right == pytest.approx(one.said, abs=0.1) for one in bins)
    assert calibrate.expected_error(bins) < 0.03
    assert calibrate.expected_error(calibrate.reliability(np.full(4000, 0.99), right)) > 0.3


def written(texts: Path) -> Path:
    """A folder of learner texts."""
    texts.mkdir()
    lines = [f"# level=A2 topic=number {n}\nTom [go|goes] to school number {n} every day.\n" for n in range(60)]
    (texts / "ea-99.txt").write_text("\n".join(lines), encoding="utf-8")
    return texts


def test_calibration_is_written_where_a_correction_finds_it(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(DEFAULT, tmp_path / "model"))
    before = read_config(folder).extras
    (folder / "config.json").rename(tmp_path / "kept.json")
    (folder / "config.json").symlink_to(tmp_path / "kept.json")
    texts = written(tmp_path / "texts")
    result = CliRunner().invoke(group, ["train", "calibrate", str(folder), "--data", str(texts), "--device", "cpu"])
    assert result.exit_code == 0, result.output
    assert (folder / "config.json").is_symlink()
    assert "keep bias" in result.output
    extras = read_config(folder).extras
    assert extras.tasks == before.tasks
    assert extras.confidence != before.confidence
    assert "odds" in extras.confidence
    assert "expected error nan" not in result.output
    assert extras.presets["recall"] <= extras.presets["balanced"] <= extras.presets["precision"]
    assert f"confidence {extras.presets['precision']:.2f} on" in " ".join(result.output.split())
    assert "<circle" in (folder / "reliability.svg").read_text(encoding="utf-8")


def test_the_last_text_is_cut_and_a_mark_is_read(tmp_path: Path) -> None:
    assert train_calibrate._some([PAIRS * 9], 3) == [[*PAIRS, PAIRS[0]]]
    (tmp_path / "config.json").write_text("{}", encoding="utf-8-sig")
    checkpoint.tell(tmp_path, writer=1)
    assert json.loads((tmp_path / "config.json").read_bytes()) == {"gec": {"writer": 1}}


def test_calibration_begins_with_weights_fitted_to_more_texts(tmp_path: Path) -> None:
    """Only three texts of sixty are held out, so the weights stay near those of the other model."""
    folders = [Path(shutil.copytree(DEFAULT, tmp_path / name)) for name in ("more", "few")]
    texts = written(tmp_path / "texts")
    words = ["--data", str(texts), "--keep-bias", "0.5"]
    for folder, more in zip(folders, (["--unseen"], ["--towards", str(folders[0])]), strict=True):
        result = CliRunner().invoke(group, ["train", "calibrate", str(folder), *words, *more])
        assert result.exit_code == 0, result.output
    more, few = (read_config(folder).extras.confidence for folder in folders)
    assert read_config(folders[0]).extras.keep_bias == 0.5
    assert set(more) <= set(few)
    assert few["R:VERB:SVA"] == pytest.approx(more["R:VERB:SVA"], abs=0.5)


def test_unseen_features_keep_their_weights() -> None:
    edits = [Candidate(Edit(0, 1, "a"), {"odds": 0.5, "seen": 1.0})] * 5
    some = calibrate.ProposedEdits(edits, np.arange(5), [10] * 5, np.ones(5))
    found = calibrate.fitted_to(some, {"odds": 3.0, "unseen": -1.25}).weights
    assert found["unseen"] == -1.25
    assert found["seen"] > 0


def test_a_model_that_proposes_nothing_is_not_calibrated(model: Path, tmp_path: Path) -> None:
    texts = written(tmp_path / "texts")
    before = (model / "config.json").read_bytes()
    result = CliRunner().invoke(group, ["train", "calibrate", str(model), "--data", str(texts), "--device", "cpu"])
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith(f"error: {model}: no proposals in")
    assert (model / "config.json").read_bytes() == before


def test_the_shipped_model_is_calibrated_under_its_own_path_only(tmp_path: Path) -> None:
    before = (DEFAULT / "config.json").read_bytes()
    result = CliRunner().invoke(group, ["train", "calibrate", "default", "--data", str(tmp_path), "--device", "cpu"])
    assert result.exit_code == 2
    assert "is the model that ships" in result.output
    assert (DEFAULT / "config.json").read_bytes() == before


def test_the_model_is_checked_before_the_texts(tmp_path: Path) -> None:
    words = ["train", "calibrate", str(tmp_path / "nowhere"), "--data", str(tmp_path), "--device", "cpu"]
    result = CliRunner().invoke(group, words)
    assert result.exit_code == 2
    assert "nowhere: no such folder" in result.stderr


@pytest.mark.parametrize("needless, balanced, precision", [(0, 0.7, 0.7), (70, 0.7, 0.9), (130, 0.9, 0.9)])
def test_presets_are_the_best_with_few_enough_needless_edits(needless: int, balanced: float, precision: float) -> None:
    """3,000 right edits have a high confidence, and 300 a lower one, as the needless ones have."""
    sure = np.array([0.9] * 3000 + [0.7] * 300 + [0.7] * needless)
    right = np.array([1.0] * 3300 + [0.0] * needless)
    found = calibrate.ProposedEdits([], np.arange(0), [], right)
    trial = calibrate.Trial(True, 0.0, found, sure, 1 - right, right >= 0, 3300, 100_000, 0)
    chosen = calibrate.presets(trial)
    assert (chosen["balanced"], chosen["precision"]) == (balanced, precision)
    assert chosen["recall"] <= chosen["balanced"]


def test_the_weight_of_a_writer_s_mistakes_is_fitted() -> None:
    """Every other text has many edits, which are right twice as often."""
    rng = np.random.default_rng(1)
    edits, text, right = [], [], []
    for number in range(200):
        many = number % 2 == 0
        for at in range(12 if many else 3):
            edits.append(Candidate(Edit(100 * at, 100 * at + 1, "a", "R:VERB", 0.5), {"always": 1.0, "odds": 0.1}))
            text.append(number)
            right.append(float(rng.random() < (0.8 if many else 0.4)))
    found = calibrate.ProposedEdits(edits, np.array(text), [1500] * 200, np.array(right))
    fitted = calibrate.fitted_to(found)
    assert fitted.slope > 0.3
    sure = found.sure(fitted)
    assert sure[np.array(text) % 2 == 0].mean() == pytest.approx(0.8, abs=0.05)
    assert sure[np.array(text) % 2 == 1].mean() == pytest.approx(0.4, abs=0.1)


def test_texts_of_other_kinds_count_for_confidence() -> None:
    """In the other texts every edit is needless, so that no such edit reaches the threshold of `precision`."""
    model = checkpoint.read(find(None))
    ends = ("it.", "it now.", "that here.", "a letter.", "some of it.", "two of them.")
    ours = [(f"They {wrong} {end}", f"They {right} {end}") for wrong, right in
            (("was", "were"), ("has", "have"), ("is", "are"), ("recieve", "receive")) for end in ends]  # fmt: skip
    standing = [[(source, source)] for source, _ in ours]
    run = partial(measure_held_out.proposer, device=torch.device("cpu"))
    alone, both = (calibrate.calibrate(model, run, [[one] for one in ours], also) for also in ((), standing))
    assert alone.after["precision"].right > 12
    assert both.after["precision"].right < alone.after["precision"].right / 2
    assert both.presets["precision"] > alone.presets["precision"]
    assert alone.respell  # as it was trained


def log(path: Path, *records: dict[str, float]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def test_curves_show_loss_and_score(tmp_path: Path) -> None:
    steps = [{"step": n, "seconds": 60.0 * n, "decoder": 5.0 / (n + 1)} for n in range(5)]
    scores = [{"step": 4, "seconds": 240.0, "f05": 0.31}]
    file = log(tmp_path / "log.jsonl", *steps, *scores)
    assert plot.read(file)[1] == [(4.0, 31.0)]
    result = CliRunner().invoke(group, ["train", "plot", str(tmp_path), "-o", str(tmp_path / "a.svg")])
    assert result.exit_code == 0, result.output
    picture = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert picture.count("<polyline") == 2
    assert "5.00" in picture  # the highest loss on its axis


def test_curves_do_not_overwrite_their_log(tmp_path: Path) -> None:
    file = log(tmp_path / "log.jsonl", {"step": 1, "seconds": 60.0, "decoder": 3.0})
    before = file.read_bytes()
    result = CliRunner().invoke(group, ["train", "plot", str(tmp_path), "-o", str(file)])
    assert result.exit_code == 2
    assert "is an input and would be overwritten" in result.stderr
    assert file.read_bytes() == before


@pytest.mark.parametrize("part", ["heads", "passages"])
def test_curves_of_other_parts_are_drawn_too(part: str, tmp_path: Path) -> None:
    file = log(tmp_path / "log.jsonl", {"step": 1, "seconds": 60.0, part: 3.0})
    assert plot.read(file)[0] == [(1.0, 3.0)]


def test_steps_repeated_after_a_resume_are_drawn_once(tmp_path: Path) -> None:
    first = {"step": 1, "seconds": 10.0, "decoder": 3.0}
    file = log(tmp_path / "log.jsonl", first, {**first, "decoder": 2.0})
    assert [value for _, value in plot.read(file)[0]] == [2.0]


def test_a_log_cut_short_by_a_kill_is_read(tmp_path: Path) -> None:
    file = log(tmp_path / "log.jsonl", {"step": 1, "seconds": 10.0, "decoder": 3.0})
    file.write_text(file.read_text(encoding="utf-8") + '{"step": 2, "sec', encoding="utf-8")
    assert len(plot.read(file)[0]) == 1


def test_an_empty_log_has_no_curves(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").touch()
    with pytest.raises(GecError, match="no losses in it yet"):
        plot.draw(tmp_path / "log.jsonl", tmp_path / "a.svg")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", '{"src": "He go.", "tgt": "He goes."}\n'),
        ("a.txt", "# level=A1\nHe [go|goes].\n"),
        ("a.m2", "S He go .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n\n"),
    ],
)
def test_pairs_are_read_from_every_format(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert tune.read(tmp_path / name) == [("He go.", "He goes.")]


def test_pairs_of_an_unknown_format_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a,b\n", encoding="utf-8")
    with pytest.raises(GecError, match=r"a\.csv: pairs are read from"):
        tune.read(tmp_path / "a.csv")


@pytest.fixture
def model(copyist: Checkpoint, tmp_path: Path) -> Path:
    folder = tmp_path / "base"
    checkpoint.write(folder, copyist.config, copyist.network, copyist.tokenizer, copyist.edit_head)
    return folder


@pytest.fixture
def beginner(words: Tokenizer, tmp_path: Path) -> Path:
    """A model that can only copy, small enough for training in a test."""
    extras = Extras(tasks={"correct": "<correct>"}, edit_head=True)
    sizes = {"d_model": 128, "d_kv": 32, "d_ff": 96, "num_heads": 4, "num_layers": 1, "num_decoder_layers": 1}
    config = Config(len(words), **sizes, extras=extras)
    torch.manual_seed(1)
    folder = tmp_path / "beginner"
    network = start.fresh(config, 1, mark=words.id_of("<correct>"))
    checkpoint.write(folder, config, network, words, EditHead(config.d_model))
    return folder


@pytest.mark.slow
def test_finetuning_raises_the_score_on_held_out_pairs(beginner: Path, small_batches: None, tmp_path: Path) -> None:
    people, verbs = ("man", "girl", "teacher", "friend", "dog"), (("go", "goes"), ("have", "has"), ("do", "does"))
    ends = ("home now.", "it today.", "that again.", "a lot.")
    pairs = [
        {"src": f"The {who} {wrong} {end}", "tgt": f"The {who} {right} {end}"}
        for who in people
        for wrong, right in verbs
        for end in ends
    ]
    file = tmp_path / "mine.jsonl"
    file.write_text("".join(json.dumps(pair) + "\n" for pair in pairs * 3), encoding="utf-8")
    out = tmp_path / "tuned"
    arguments = ["train", "finetune", "--pairs", str(file), "--from", str(beginner), "--out", str(out)]
    result = CliRunner().invoke(group, [*arguments, "--steps", "400", "--device", "cpu"])
    assert result.exit_code == 0, result.output
    held_out = list(read_pairs(out / "held-out.jsonl"))
    device = torch.device("cpu")
    before = measure_held_out.measure(checkpoint.read(beginner), held_out, device)
    after = measure_held_out.measure(checkpoint.read(out / "float"), held_out, device)
    assert after.f05 > before.f05 + 0.3, (str(before), str(after))
    records = [json.loads(line) for line in (out / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert round(after.f05, 4) == max(record["f05"] for record in records if "f05" in record)
    assert "kept are the weights of minute" in result.output
    assert "the best measured" in (out / "int8" / "CARD.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_student_is_shallow_and_runs(model: Path, copyist: Checkpoint, tmp_path: Path, lines: list[str]) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("\n".join(lines[:40]) + "\n", encoding="utf-8")
    out = tmp_path / "student"
    arguments = ["train", "distil", "--teacher", str(model), "--text", str(file), "--decoder-layers", "1"]
    result = CliRunner().invoke(group, [*arguments, "--out", str(out), "--steps", "3", "--device", "cpu"])
    assert result.exit_code == 0, result.output
    student = checkpoint.read(out / "int8")
    assert student.config.num_decoder_layers == 1
    assert student.config.num_layers == copyist.config.num_layers
    assert gec.load(str(out / "int8"), device="cpu").correct(lines[0]).text


def test_a_run_must_be_told_how_long_and_where(model: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("He [go|goes].\n", encoding="utf-8")
    arguments = ["train", "finetune", "--pairs", str(file), "--from", str(model)]
    assert "length of the run" in CliRunner().invoke(group, arguments).output
    assert "--out" in CliRunner().invoke(group, [*arguments, "--steps", "1"]).output
