#!/usr/bin/env python3
"""Plays a random game through `parallel38 engine`.

usage: random_player.py [PROGRAM [GAME [SCENARIO [SEED]]]]
"""
import json
import random
import subprocess
import sys


class Engine:
    """One process of the program; every call is one line out and one line in."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.calls = 0

    def __call__(self, cmd, **fields):
        self.calls += 1
        self.process.stdin.write(json.dumps({"id": self.calls, "cmd": cmd, **fields}) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if not reply["ok"]:
            raise SystemExit(f"{cmd}: {reply['error']['message']}")
        return reply


def main():
    program, game, scenario, seed = (sys.argv[1:] + ["parallel38", None, None, None][len(sys.argv) - 1:])[:4]
    engine = Engine(program)
    games = engine("games")["games"]
    chosen = next((g for g in games if g["game"] == game), games[0])
    scenario = scenario or chosen["scenarios"][0]["scenario"]
    chance = random.Random(seed)
    begun = engine("new", game=chosen["game"], scenario=scenario, seed=int(seed or chance.getrandbits(32)))
    match, status, actions = begun["match"], begun["status"], 0
    while status["over"] is None:
        legal = engine("legal", match=match)
        reply = engine("act", match=match, seat=legal["seat"], action=chance.choice(legal["actions"]))
        status, actions = reply["status"], actions + 1
        for event in reply["events"]:
            print(f"{status['label']}: {event['text']} [{event['rule']}]")
    over = status["over"]
    print(f"{actions} actions. {over['result']}, points {over['points']}")


if __name__ == "__main__":
    main()
