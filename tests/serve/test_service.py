"""Many who ask, one model: what each is told, who waits for whom, and what is left when somebody goes away."""

from __future__ import annotations

import asyncio
import gc
import resource
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gec
from gec.edits.edit import Edit, apply
from gec.errors import ModelError
from gec.serve.answers import MAX_SENTENCE_CHARACTERS, Answer
from gec.serve.service import Busy, Closed, Service
from tests.serve.door import Door, nothing

T = TypeVar("T")
LETTER = "Yesterday she go to school. They was happy.\n\nHe have two cat, and they likes him very much.\n"


@pytest.fixture(scope="module")
def corrector() -> gec.Corrector:
    return gec.load(device="cpu")


@pytest.fixture
def door(corrector: gec.Corrector) -> Iterator[Door]:
    door = Door(corrector.propose)
    yield door
    door.open.set()


def with_service(door: Door, work: Callable[[Service], Coroutine[Any, Any, T]], **options: Any) -> T:
    service = Service(door, **options)
    try:
        return asyncio.run(work(service))
    finally:
        door.open.set()
        service.close()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.002)


@pytest.fixture(scope="module")
def service(corrector: gec.Corrector) -> Iterator[Service]:
    service = Service(corrector.propose)
    yield service
    service.close()


@settings(max_examples=12)
@given(st.lists(st.text(max_size=60) | st.sampled_from([LETTER, LETTER[:43], "It work."]), max_size=4))
def test_clients_get_the_edits_of_the_corrector(service: Service, corrector: gec.Corrector, texts: list[str]) -> None:
    async def ask() -> list[Answer]:
        return await asyncio.gather(*map(service.correct, texts))

    for answer, expected in zip(asyncio.run(ask()), corrector.read_many(texts), strict=True):
        assert answer.complete
        assert (answer.text, answer.edits) == (expected.text, expected.edits)
        assert len(answer.sentences) == len(expected.sentences)


def test_one_changed_sentence_costs_one_sentence(door: Door) -> None:
    async def work(service: Service) -> None:
        await service.correct(LETTER)
        await service.correct(LETTER.replace("two cat", "three cat"))

    with_service(door, work)
    assert len(door.read) == 4
    assert door.read[-1] == "He have three cat, and they likes him very much."


def test_equal_sentences_of_two_requests_are_read_once(door: Door) -> None:
    async def work(service: Service) -> list[Answer]:
        door.open.clear()
        asking = [asyncio.create_task(service.correct(LETTER)) for _ in range(5)]
        await until(lambda: service.stats().waiting == 5)
        door.open.set()
        return await asyncio.gather(*asking)

    first, *others = with_service(door, work)
    assert first.edits
    assert all(answer == first for answer in others)
    assert len(door.read) == 3


def test_a_full_queue_names_a_time_and_still_answers_cached_texts(door: Door) -> None:
    async def work(service: Service) -> None:
        await service.correct("They was happy.")
        door.open.clear()
        asking = [asyncio.create_task(service.correct(f"He have {number} dogs.")) for number in range(3)]
        await until(lambda: service.stats().waiting == 3)
        with pytest.raises(Busy) as busy:
            await service.correct("He have no dog.")
        assert busy.value.after >= 1
        assert (await service.correct("They was happy.")).complete
        door.open.set()
        await asyncio.gather(*asking)
        assert (await service.correct("He have no dog.")).complete
        assert service.stats().refused == 1

    with_service(door, work, queue=3)


def test_a_cancelled_request_frees_its_place_and_its_sentences(door: Door) -> None:
    async def work(service: Service) -> None:
        door.open.clear()
        running = asyncio.create_task(service.correct("They was happy."))
        await until(lambda: door.batches)
        leaving = asyncio.create_task(service.correct("He go home. They was happy. It work."))
        await until(lambda: service.stats().waiting == 2)
        leaving.cancel()
        await asyncio.wait([leaving])
        assert (service.stats().waiting, service.stats().pending) == (1, 1)
        staying = asyncio.create_task(service.correct("It work."))
        await until(lambda: service.stats().waiting == 2)
        door.open.set()
        assert (await running).complete
        assert (await staying).complete
        assert service.stats().abandoned == 1

    with_service(door, work, queue=2)
    assert door.read == ["They was happy.", "It work."]


def test_a_timeout_gives_an_incomplete_answer(door: Door) -> None:
    async def work(service: Service) -> None:
        await service.correct("They was happy.")
        door.open.clear()
        answer = await service.correct(LETTER, timeout=0.05)
        assert (answer.complete, answer.left) == (False, 2)
        assert [LETTER[start:end] for start, end in answer.sentences] == ["They was happy."]
        assert answer.text == apply(LETTER, answer.edits)
        assert (service.stats().waiting, service.stats().abandoned) == (0, 1)

    with_service(door, work)


def test_a_long_text_does_not_keep_a_short_one_waiting() -> None:
    door, book = Door(nothing), " ".join(f"The {number} boxes was on the table." for number in range(150))

    async def work(service: Service) -> None:
        door.open.clear()
        reading = asyncio.create_task(service.correct(book))
        await until(lambda: door.batches)
        late = asyncio.create_task(service.correct("She go home."))
        await until(lambda: service.stats().waiting == 2)
        door.open.set()
        await asyncio.gather(reading, late)

    with_service(door, work)
    assert door.read.index("She go home.") < 40


def test_slow_sentences_are_read_in_smaller_batches() -> None:
    batches: list[list[str]] = []

    def dense(sentences: Sequence[str]) -> Iterable[tuple[Edit, ...]]:
        batches.append(list(sentences))
        time.sleep(sum(map(len, sentences)) / 2_000)
        return nothing(sentences)

    async def work(service: Service) -> None:
        await service.correct("\n\n".join(f"It is {number} times {'tonot ' * 10}here." for number in range(20)))

    service = Service(dense)
    try:
        asyncio.run(work(service))
    finally:
        service.close()
    first, *others = (len(batch) for batch in batches)
    assert first > 3
    assert max(others) <= 3


def test_no_sentence_keeps_others_waiting_for_long(corrector: gec.Corrector) -> None:
    async def work(service: Service) -> float:
        await service.correct('It was "tonot and he go home.')
        begin = time.process_time()
        await service.correct('"tonot' * 1_650)
        await service.correct('"tonot' * (MAX_SENTENCE_CHARACTERS // 6))
        return time.process_time() - begin

    service = Service(corrector.propose)
    try:
        assert asyncio.run(work(service)) < 3
    finally:
        service.close()


def test_following_a_text_gives_growing_answers() -> None:
    book, told = " ".join(f"The {number} chairs was in the room." for number in range(300)), threading.Semaphore(0)

    def propose(sentences: Sequence[str]) -> Iterable[tuple[Edit, ...]]:
        assert told.acquire(timeout=60)
        return nothing(sentences)

    async def work(service: Service) -> list[Answer]:
        answers = []
        async for answer in service.follow(book, every=0.01):
            answers.append(answer)
            told.release()  # so that another batch is read
        return answers

    service = Service(propose)
    try:
        answers = asyncio.run(work(service))
    finally:
        service.close()
    counts = [len(answer.sentences) for answer in answers]
    assert len(answers) > 2
    assert counts == sorted(counts)
    assert [answer.complete for answer in answers] == [False] * (len(answers) - 1) + [True]


def test_reading_begins_at_the_given_place() -> None:
    door, book = Door(nothing), " ".join(f"The {number} chairs was in the room." for number in range(100, 200))
    place = book.index("The 160 ")

    async def work(service: Service) -> list[Answer]:
        return [answer async for answer in service.follow(book, every=None, begin=place)]

    [answer] = with_service(door, work)
    assert [sentence[4:7] for sentence in (door.read[0], door.read[-1])] == ["160", "159"]
    assert (answer.complete, len(answer.sentences)) == (True, 100)


def test_the_complete_answer_comes_once() -> None:
    async def work(service: Service) -> list[list[bool]]:
        texts = [f"The {number} chairs was in the room." for number in range(200)]
        return [[answer.complete async for answer in service.follow(text, every=0)] for text in texts]

    for told in with_service(Door(nothing), work):
        assert told == [False] * (len(told) - 1) + [True]


def test_a_failure_affects_only_requests_with_that_sentence(door: Door) -> None:
    def fragile(sentences: Sequence[str]) -> Iterable[tuple[Edit, ...]]:
        proposed = list(door(sentences))
        if any("thunder" in sentence for sentence in sentences):
            raise ArithmeticError("struck")
        return proposed

    async def work(service: Service) -> None:
        texts = ["They was happy.", "The thunder was loud.", "She go home."]
        first, bad, last = await asyncio.gather(*map(service.correct, texts), return_exceptions=True)
        assert isinstance(bad, ArithmeticError)
        assert isinstance(first, Answer) and first.complete
        assert isinstance(last, Answer) and last.complete
        assert (service.stats().waiting, service.stats().pending) == (0, 0)
        assert (await service.correct("It work.")).complete

    service = Service(fragile, wait=0.05)
    try:
        asyncio.run(work(service))
    finally:
        service.close()


@pytest.mark.parametrize("answers", [0, 2])
def test_a_wrong_number_of_answers_affects_only_its_requests(door: Door, answers: int) -> None:
    def miscounting(sentences: Sequence[str]) -> Iterable[tuple[Edit, ...]]:
        proposed = list(door(sentences))
        return [()] * answers if any("thunder" in sentence for sentence in sentences) else proposed

    async def work(service: Service) -> None:
        texts = ["They was happy.", "The thunder was loud.", "She go home."]
        first, bad, last = await asyncio.gather(*map(service.correct, texts), return_exceptions=True)
        assert str(bad) == f"expected as many answers as sentences, 1, got {answers}"
        assert isinstance(first, Answer) and first.complete
        assert isinstance(last, Answer) and last.complete
        assert (await service.correct("It work.")).complete

    service = Service(miscounting, wait=0.05)
    try:
        asyncio.run(asyncio.wait_for(work(service), 20))
    finally:
        service.close()


def test_a_model_that_cannot_be_used_is_tried_once_for_a_batch() -> None:
    batches = []

    def missing(sentences: Sequence[str]) -> Iterable[tuple[Edit, ...]]:
        batches.append(list(sentences))
        raise ModelError("no weights")

    service = Service(missing, wait=0.05)
    try:
        with pytest.raises(ModelError):
            asyncio.run(service.correct("They was happy. She go home. It work."))
        assert [len(batch) for batch in batches] == [3]
        asyncio.run(until(lambda: not service.stats().pending))
        assert (service.stats().waiting, service.stats().pending) == (0, 0)
    finally:
        service.close()


def test_requests_fail_if_the_thread_has_ended() -> None:
    def leaving(sentences: Sequence[str]) -> Iterable[tuple[Edit, ...]]:
        raise SystemExit(3)

    async def work(service: Service) -> None:
        waiting = [service.correct(text) for text in ("They was happy.", "She go home.")]
        for outcome in (*await asyncio.gather(*waiting, return_exceptions=True), await late(service)):
            assert isinstance(outcome, Closed)
            assert str(outcome) == "the service has ended: SystemExit(3); start it again"
        assert (service.stats().waiting, service.stats().pending) == (0, 0)

    async def late(service: Service) -> object:
        return (await asyncio.gather(service.correct("It work."), return_exceptions=True))[0]

    service = Service(leaving)
    try:
        asyncio.run(asyncio.wait_for(work(service), 20))
    finally:
        service.close()


def test_closing_finishes_the_batch_and_fails_waiting_requests(door: Door) -> None:
    async def work(service: Service) -> None:
        door.open.clear()
        running = asyncio.create_task(service.correct("They was happy."))
        await until(lambda: door.batches)
        waiting = asyncio.create_task(service.correct("She go home."))
        await until(lambda: service.stats().waiting == 2)
        closing = asyncio.create_task(asyncio.to_thread(service.close))
        await until(lambda: service.closed)
        door.open.set()
        await closing
        assert (await running).complete
        for late in (waiting, service.correct("Too late.")):
            with pytest.raises(Closed):
                await late

    with_service(door, work)


def test_a_sentence_without_an_end_is_left_unread(service: Service) -> None:
    endless = "word " * (MAX_SENTENCE_CHARACTERS // 5 + 1)
    answer = asyncio.run(service.correct(f"{endless}\n\nThey was happy."))
    assert (answer.complete, answer.left, len(answer.sentences)) == (False, 0, 1)


def test_the_cache_of_sentences_is_bounded(door: Door) -> None:
    async def work(service: Service) -> None:
        for number in (1, 2, 3, 3, 2, 1):
            await service.correct(f"He have {number} dogs.")

    with_service(door, work, cache=2)
    assert [sentence[8] for sentence in door.read] == ["1", "2", "3", "1"]


@pytest.mark.slow
def test_memory_does_not_grow(corrector: gec.Corrector) -> None:
    service = Service(corrector.propose, cache=1_000)

    async def ask(count: int) -> None:
        for number in range(count):
            name = number % 3_000  # of which the service forgets most
            task = asyncio.create_task(service.correct(f"{name}\n\n{LETTER}" if name % 500 else f"It are {name}."))
            if number % 1000 == 0:
                await asyncio.sleep(0)
                task.cancel()
            await asyncio.wait([task])

    def held() -> int:
        gc.collect()
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

    try:
        asyncio.run(ask(4_000))
        before = held()
        asyncio.run(ask(12_000))
        assert held() - before < 1_000_000
    finally:
        service.close()
