"""Dehla Pakad on the command line: trump that the play fixes, tens, and what a round is worth in a match."""

from __future__ import annotations

import re

from solver import game, option_infos
from tests.cli_run import EXAMPLES, ROOT, hakem

DEAL = "N:JT64.AQT93.962.5 AK7.J65.AK74.J98 Q985.K8742..QT63 32..QJT853.AK742"
OPEN = ("solve", "--game", "dehla-pakad", "--deal", DEAL, "--trump", "?", "--leader", "N")
#: Five cards each, no trump yet: West cannot follow a heart.
ENDING = (
    '[Game "DehlaPakad"]\n[Rules "s3"]\n[Leader "N"]\n[Dealer "E"]\n[Trump "?"]\n'
    '[Deal "N:T4.AT..5 A.J6.K.J Q.K87..T 3..T8.42"]\n'
)


def test_cards_say_which_trump_they_fix():
    """West has no hearts: every card of his fixes its own suit, in JSON and in words; a leader fixes none."""
    run = hakem(*OPEN, "--played", "HA", "--json")
    found = run.object
    assert (found["unit"], found["to_move"]) == ("tens", "W")
    assert {entry["card"][0] for entry in found["cards"]} == {"S", "D", "C"}
    assert all(entry["fixes"] == entry["card"][0] for entry in found["cards"])
    values = {entry["card"]: entry["EW"] for entry in found["cards"]}
    assert (values["D3"], values["CA"], values["S2"]) == (4, 2, 1)
    text = hakem(*OPEN, "--played", "HA", "--ascii").out
    assert "trump not fixed yet" in text
    assert "West has no H, and no trump is fixed yet: the suit of the card played becomes trump." in text
    assert "\n  West D3 makes D trump.\n" in text
    lead = hakem("solve", "-", "--json", stdin=ENDING).object
    assert not any("fixes" in entry for entry in lead["cards"])
    later = hakem("solve", "-", "--played", "HA DT", "--json", stdin=ENDING).object
    assert not any("fixes" in entry for entry in later["cards"])


def test_the_example_says_what_fixed_the_trump():
    """After the recorded play the trump is known, and which card made it so."""
    run = hakem("analyze", EXAMPLES / "dehla.pbn", "--no-table", "--ascii")
    assert run.status == 0
    assert "trump not fixed yet; dealer East; North leads" in run.out
    assert "N/S 0, E/W 0 tens taken; trump D, fixed by West D3; North to lead." in run.out
    assert "trick 1, card 1: North HA cost N/S 3 tens (3 to 0); better: D9 D6 D2" in run.out
    found = hakem("analyze", EXAMPLES / "dehla.pbn", "--no-table", "--json").object
    assert (found["trump"], found["trump_now"], found["par"]) == (None, "D", None)


def test_the_table_has_an_open_trump_and_every_suit():
    """`?` stands for a trump that the play fixes."""
    found = hakem("analyze", "-", "--json", stdin=ENDING).object
    assert list(found["table"]) == ["?", "S", "H", "D", "C"]
    assert found["table"]["?"]["N"] == found["value"]
    assert all(value["NS"] + value["EW"] == 4 for row in found["table"].values() for value in row.values())
    text = hakem("analyze", "-", "--ascii", stdin=ENDING).out
    assert "Tens for the side of the seat that leads:\n  leads   ?   S   H   D   C\n" in text


def test_units_follow_the_rules():
    """Under other rules tricks or card points are counted, and all words say so."""
    for count, unit in (("tricks", "tricks"), ("cards", "points")):
        text = ENDING.replace('"s3"', f'"s3;dp_count={count}"')
        found = hakem("analyze", "-", "--json", stdin=text).object
        shown = hakem("analyze", "-", "--ascii", stdin=text).out
        assert found["unit"] in shown
        assert f"{found['unit'].capitalize()} for the side" in shown
        assert unit in found["unit"]


def test_objectives_and_cards_that_cost_the_match():
    """East-West have won six rounds: the seventh is the match, which North's lead gave away."""
    found = hakem("analyze", EXAMPLES / "dehla.pbn", "--no-table", "--objective", "match", "--json").object
    outcome = found["outcome"]
    assert (outcome["objective"], outcome["NS"], outcome["EW"]) == ("match", -2, 2)
    costly = {each["ply"]: (each["seat"], each["cost"]) for each in outcome["mistakes"]}
    assert costly[1] == ("N", 3)
    assert outcome["unchecked"] == 0
    text = hakem("analyze", EXAMPLES / "dehla.pbn", "--no-table", "--objective", "round", "--ascii").out
    assert "trick 1, card 1: North HA cost N/S 2 (+1 to -1); better: D9 D6 D2" in text
    bare = hakem(*OPEN, "--objective", "round", "--no-cards", "--json").object["outcome"]
    assert (bare["unit"], bare["NS"]) == ("rounds", 1)


def test_all_commands_take_dehla_files(tmp_path):
    """The example goes through convert and back; score takes its result where the play stops early."""
    path = EXAMPLES / "dehla.pbn"
    target = tmp_path / "dehla.json"
    assert hakem("convert", path, target).status == 0
    assert hakem("solve", target, "--json").object["value"] == {"NS": 1, "EW": 3}
    assert hakem("convert", target, "--to", "pbn").out.startswith("% PBN 2.1\n; A round of Dehla Pakad")
    run = hakem("score", path)
    assert run.status == 2
    assert "3 tricks are recorded" in run.err
    text = path.read_text(encoding="utf-8").replace("[Streak", '[Result "1-3"]\n[Streak')
    run = hakem("score", "-", "--json", stdin=text)
    assert run.status == 0
    assert (run.object["winner"], run.object["after"]["winner"]) == ("EW", "EW")


def test_a_trump_that_is_not_known_is_asked_for_in_other_games():
    """The question mark is a trump only where the play fixes it."""
    run = hakem("solve", "--deal", DEAL, "--trump", "?", "--leader", "N")
    assert run.status == 2
    assert "--trump" in run.err


def test_the_document_has_every_option():
    """docs/dehla-pakad.md names every preset and option as the program has it, and texts of rules that can be read."""
    text = (ROOT / "docs" / "dehla-pakad.md").read_text(encoding="utf-8")
    dehla = game("dehla-pakad")
    for info in option_infos(dehla, dehla.rules()):
        choices = info.choices.replace(" or ", ", ")
        assert f"| `{info.name}` | {choices} | `{info.default}` | {info.meaning} | {info.source} |" in text
    for preset, about in dehla.about_presets.items():
        assert f"* `{preset}`: {about}.\n" in text
    shown = re.findall(r"`([a-z0-9_]+=[a-z0-9_]+)`", text)
    assert len(shown) > 5
    for rules in shown:
        needs = "collect=double_sir;" if rules.startswith("sir_") else ""
        assert dehla.rules(needs + rules)
