"""Words with different spellings in British and American English: lemmas, and the endings for each class.

Tables only. `dialect.py` builds the words from them and says which dialect uses which spelling.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stems:
    """Stems, the British and the American middle, and endings; `-` is no ending."""

    stems: str
    british: str
    american: str
    endings: str = "-"


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of whole words, british/american, each with each ending."""

    words: str
    endings: str = "-"


CLASSES: dict[str, tuple[Stems | Pairs, ...]] = {
    "our": (
        Stems(
            """arb ard arm behavi cand clam col demean endeav enam fav ferv flav harb hon hum lab misdemean
            neighb od parl ranc rum sav savi splend succ tum val vap vig discol dishon disfav""",
            "our", "or", "- s ed ing",
        ),
        Stems("fav hon col dishon disfav unfav", "our", "or", "able ably"),
        Stems("fav", "our", "or", "ite ites itism"),
        Stems("arm harb hon lab col", "our", "or", "er ers"),
        Stems("col flav hum", "our", "or", "ful fully less ings"),
        Stems("neighb", "our", "or", "ly hood hoods liness"),
        Stems("behavi", "our", "or", "al ally ism ist ists"),
        Stems("arm sav", "our", "or", "y ies"),
        Stems("technicol multicol watercol", "our", "or", "- ed s"),
    ),
    "re": (
        Stems(
            """cent theat fib calib lust meag sab somb spect scept sepulch mit lit kilomet centimet millimet
            micromet nanomet millilit centilit goit nit epicent amphitheat reconnoit""",
            "re", "er", "- s",
        ),
        Pairs(
            """centred/centered centring/centering fibreglass/fiberglass sombrely/somberly meagrely/meagerly
            manoeuvred/maneuvered manoeuvring/maneuvering manoeuvrable/maneuverable"""
        ),
        Pairs("manoeuvre/maneuver centrepiece/centerpiece theatregoer/theatergoer", "- s"),
    ),
    "metre": (Pairs("metre/meter", "- s"),),
    "ll": (
        Stems(
            """apparel barrel bevel bushel cancel carol channel chisel counsel cudgel dial dishevel duel enamel equal
            fuel funnel gambol gravel grovel hovel initial jewel kennel label level libel marshal marvel medal metal
            model panel parcel pedal pencil pummel quarrel refuel revel rival shovel shrivel signal snivel spiral
            stencil swivel tinsel total towel travel trowel tunnel unravel victual yodel""",
            "l",
            "",
            "ed ing",
        ),
        Stems("bevel cancel carol channel dial fuel jewel label level model quarrel revel signal travel tunnel yodel",
             "l", "", "er ers"),
        Stems("duel medal panel", "l", "", "ist ists"),
        Stems("marvel libel", "l", "", "ous ously"),
        Pairs("counsellor/counselor", "- s"),
        Pairs("focussed/focused focussing/focusing focusses/focuses biassed/biased"),
        Pairs("woollen/woolen woollens/woolens worshipped/worshiped worshipping/worshiping worshipper/worshiper"),
    ),
    "l": (
        Stems("fulfi enro insti disti appa enthra", "l", "ll", "- s ment ments"),
        Pairs("skilful/skillful wilful/willful", "- ly ness"),
        Pairs("instalment/installment", "- s"),
    ),
    "ogue": (
        Stems("catal dial anal monol prol epil travel", "ogue", "og", "- s"),
        Pairs("catalogued/cataloged cataloguing/cataloging"),
    ),
    "ence": (Stems("def off pret", "ence", "ense", "- s less"), Pairs("licence/license", "- s")),
    "practise": (Pairs("practise/practice practised/practiced practises/practices practising/practicing"),),
    "ae": (
        Pairs(
            """anaemia/anemia anaesthetic/anesthetic anaesthesia/anesthesia anaesthetist/anesthetist
            paediatrician/pediatrician encyclopaedia/encyclopedia foetus/fetus leukaemia/leukemia
            haemorrhage/hemorrhage haemorrhoid/hemorrhoid oesophagus/esophagus caesarean/cesarean
            archaeologist/archeologist gynaecologist/gynecologist homoeopath/homeopath
            palaeontologist/paleontologist orthopaedist/orthopedist aeon/eon""",
            "- s",
        ),
        Pairs(
            """anaemic/anemic paediatric/pediatric paediatrics/pediatrics encyclopaedic/encyclopedic foetal/fetal
            foetuses/fetuses oestrogen/estrogen diarrhoea/diarrhea haemoglobin/hemoglobin haemophilia/hemophilia
            orthopaedic/orthopedic archaeology/archeology archaeological/archeological
            gynaecology/gynecology coeliac/celiac faeces/feces faecal/fecal
            homoeopathy/homeopathy palaeontology/paleontology
            septicaemia/septicemia hypoglycaemia/hypoglycemia toxaemia/toxemia"""
        ),
    ),
    "judgement": (Pairs("judgement/judgment acknowledgement/acknowledgment abridgement/abridgment", "- s"),),
    "enquire": (
        Pairs("enquire/inquire enquiry/inquiry enquired/inquired enquiring/inquiring enquirer/inquirer"),
        Pairs("enquires/inquires enquiries/inquiries"),
    ),
    "learnt": (
        Pairs(
            """learnt/learned burnt/burned dreamt/dreamed spelt/spelled spoilt/spoiled leant/leaned leapt/leaped
            smelt/smelled spilt/spilled knelt/kneeled misspelt/misspelled unlearnt/unlearned"""
        ),
    ),
    "towards": (
        Pairs(
            """towards/toward afterwards/afterward backwards/backward forwards/forward upwards/upward
            downwards/downward onwards/onward inwards/inward outwards/outward"""
        ),
    ),
    "whilst": (Pairs("whilst/while amongst/among amidst/amid"),),
    "tyre": (Pairs("tyre/tire kerb/curb", "- s"),),
    "programme": (Pairs("programme/program", "- s"),),
    "grey": (Pairs("grey/gray", "- s ed ing er est ish ness"),),
    "misc": (
        Pairs(
            """plough/plow mould/mold moult/molt smoulder/smolder moustache/mustache sceptic/skeptic doughnut/donut
            aeroplane/airplane artefact/artifact yoghurt/yogurt speciality/specialty mum/mom carburettor/carburetor
            sulphate/sulfate sulphide/sulfide omelette/omelet""",
            "- s",
        ),
        Pairs("plough/plow mould/mold moult/molt smoulder/smolder", "ed ing"),
        Pairs(
            """pyjamas/pajamas pyjama/pajama sceptical/skeptical scepticism/skepticism aluminium/aluminum
            jewellery/jewelry ageing/aging cosy/cozy cosier/cozier cosiest/coziest cosiness/coziness
            sulphur/sulfur sulphuric/sulfuric axe/ax mouldy/moldy maths/math
            likeable/likable sizeable/sizable loveable/lovable liveable/livable saleable/salable chequebook/checkbook
            unmistakeable/unmistakable storeyed/storied"""
        ),
    ),
}  # fmt: skip

# Exceptions to the rule for -ise and -ize: words with one spelling, and endings of such words.
ONE_SPELLING = (
    "rise arise sunrise moonrise uprise anise valise cerise chaise chemise mortise apprise comprise enterprise "
    "surprise reprise size resize downsize upsize oversize supersize midsize outsize assize prize highrise "
    "trellise metropolise mantise pelvise penise lorise portcullise proboscise marquise louise denise"
)
ONE_ENDING = (
    "advertise advise chastise circumcise promise demise despise devise guise excise exercise franchise improvise "
    "incise merchandise premise praise raise revise supervise surmise televise wise noise poise precise concise "
    "paradise expertise treatise bruise cruise oise laise naise liaise seise maise capsise baise"
)
YSE = "analyse paralyse catalyse breathalyse dialyse electrolyse hydrolyse psychoanalyse reanalyse overanalyse"
