"""Sentences in another language are recognised, and no English sentence is taken for foreign."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from gec.text.foreign_language import foreign
from gec.text.prose import Block, Prose
from gec.training.texts import read_lines

ROOT = Path(__file__).parents[2]

FOREIGN = """
Gestern sind wir mit dem Zug nach Hamburg gefahren, weil das Wetter so schön war.
Ich weiß nicht, ob er heute noch kommt.
Hier, nous avons mangé dans un petit restaurant près de la gare.
Je ne sais pas si elle viendra ce soir.
Mañana vamos a la playa con los niños si no llueve.
No me gusta el café que venden en esta calle.
Domani andiamo al mare con gli amici se non piove.
Non so perché il treno è di nuovo in ritardo.
Amanhã vamos à praia com as crianças se não chover.
Eu não sei o que ele quer de mim.
Morgen gaan we met de kinderen naar het strand als het niet regent.
I morgon ska vi åka till stranden med barnen om det inte regnar.
I morgen tager vi til stranden med børnene, hvis det ikke regner.
Huomenna me menemme rannalle, jos ei sada, ja sitten kotiin.
Jutro idziemy na plażę z dziećmi, jeśli nie będzie padać.
Zítra jdeme s dětmi na pláž, jestli nebude pršet a bude teplo.
Yarın çocuklar ile plaja gideceğiz ama hava çok kötü.
Besok kami akan pergi ke pantai dengan anak-anak jika tidak hujan.
Mâine mergem la plajă cu copiii dacă nu plouă.
Holnap a gyerekekkel a strandra megyünk, ha nem esik az eső.
Demà anirem a la platja amb els nens si no plou.
Ngày mai chúng ta sẽ đi biển với các con nếu trời không mưa.
Завтра мы поедем на море, если не будет дождя.
Αύριο θα πάμε στη θάλασσα με τα παιδιά.
明日は子供たちと海に行きます。
明天我们和孩子们去海边。
내일 아이들과 바다에 갑니다.
غدا سنذهب إلى البحر مع الأطفال.
מחר נלך לים עם הילדים.
कल हम बच्चों के साथ समुद्र जाएंगे।
Die Kinder spielen im Garten.
Das Auto ist rot.
Ich bin müde.
Wo ist der Bahnhof?
Merci de votre visite.
L'eau est froide.
Gracias por su visita.
Il gatto dorme sul divano.
O gato está na mesa.
De kat zit op de bank.
Lorem ipsum dolor sit amet, consectetur adipiscing elit.
"""

ENGLISH = """
He go to school every days and he like it very mutch.
I no have money for buy the car.
De la Cruz and Van der Berg met in Los Angeles.
The German word "Schadenfreude" has no der, die or das in it.
La Paz, El Alto, Las Vegas, Los Alamos.
Next row: k1, k2tog, k to last 3 sts, k2tog, k1.
Yes.
Café au lait, s'il vous plaît, she said to the waiter.
teh wether is realy bad todya
He recieve alot of mony becuase he work hard.
Im realy hapy
Run pip install numpy pandas.
docker compose up -d nginx redis
Vive la France!
𝐓𝐡𝐢𝐬 𝐢𝐬 𝐛𝐨𝐥𝐝 𝐛𝐮𝐭 𝐄𝐧𝐠𝐥𝐢𝐬𝐡.
Ｔｈｉｓ　ｉｓ　ｗｉｄｅ.
Men in den, van in den, war in hat.
"""


def test_other_languages_are_recognised() -> None:
    assert [sentence for sentence in FOREIGN.strip().splitlines() if not foreign(sentence)] == []


def test_english_is_never_taken_for_foreign() -> None:
    assert [sentence for sentence in ENGLISH.strip().splitlines() if foreign(sentence)] == []


def test_a_sentence_without_english_is_foreign_if_a_neighbour_is() -> None:
    assert _read("Die Kinder spielen im Garten. Viele Grüße!") == []
    assert _read("Das Auto ist rot. He go home. Viele Grüße!") == ["He go home.", "Viele Grüße!"]


def _read(text: str) -> list[str]:
    return [view.text for view in Prose(text, (Block(((0, len(text)),)),)).views()]


def test_no_sentence_of_this_project_is_taken_for_foreign() -> None:
    for path in [ROOT / "corpora" / "sentences.txt", *sorted((ROOT / "corpora" / "learner").glob("*.txt*"))]:
        for line in islice(read_lines(path), 0, None, 5):
            assert line.startswith("#") or not foreign(line), line


@given(st.text(max_size=60))
def test_any_text_is_accepted(text: str) -> None:
    assert foreign(text) in (True, False)
