"""Random forces written as the text of list builders, and as tables."""

from __future__ import annotations

import random

from tests.rules.command.written_lists import SEVERAL, Wanted, Writer, Written


class RosterWriter(Writer):
    """A writer of forces as builders and tables do, in addition to players' formats."""

    def app(self) -> Written:
        chance, lines = self.chance, list[str]()
        wanted = [self.wanted() for _ in range(chance.randint(1, 4))]
        faction = chance.choice(["Free Colonies", self.type(self.wanted())])
        for one in wanted:
            assert one.weapons is not None
            lines += [
                "",
                *(
                    [chance.choice(["CHARACTERS", "BATTLELINE", "OTHER DATASHEETS", "INFANTRY"]), ""]
                    if chance.random() < 0.5 or (faction != "Free Colonies" and not lines)
                    else []
                ),
            ]
            said = self.type(one)
            lines.append(f"{said} ({one.points} {chance.choice(['points', 'pts', 'Points'])})")
            if one.base.models == 1 or one.base.profile.get("kind") == "gun" or sum(one.weapons.values()) != one.models:
                if one.base.profile.get("kind") == "gun" or sum(one.weapons.values()) != one.models:
                    one.models = one.base.models
                lines += [
                    f"  {'•' if at == 0 else ' '} {n}x {self.weapon(key)}"
                    for at, (key, n) in enumerate(one.weapons.items())
                ]
            else:
                for at, (key, n) in enumerate(one.weapons.items()):
                    lines += [
                        f"  • {n}x {chance.choice([said, 'Trooper', 'Leader'] if at else [said, 'Trooper'])}",
                        f"    • {n}x {self.weapon(key)}",
                    ]
        head = [
            f"Ember March ({sum(one.points for one in wanted)} points)",
            "",
            faction,
            "Strike Force (2,000 points)",
        ]
        return Written(
            "app",
            "\n".join([*head, *lines, "", "Exported with App Version: v1.30.1 (70), Data Version: v610"]),
            wanted,
            self.key,
        )

    def blocks(self) -> Written:
        """Return units under headings, some of which are units too, with points on each line."""
        chance, lines = self.chance, list[str]()
        wanted = [self.wanted() for _ in range(chance.randint(2, 6))]
        total, left = sum(one.points for one in wanted), list(wanted)
        while left:
            many = chance.randint(1, 3)
            lines += ["", chance.choice(["Infantry", "Tanks", "Troops", "Vehicles", "Panzer", "HQ"])]
            for one in left[:many]:
                one.models, one.weapons = one.base.models, None
                lines.append(f"{self.type(one)} - {one.points} {chance.choice(['pts', 'points'])}")
            left = left[many:]
        ends = [f"Total: {total} pts"] if chance.random() < 0.5 else []
        return Written("blocks", "\n".join([f"Ember March {total} pts", *lines, *ends]), wanted, self.key)

    def forge(self) -> Written:
        chance, lines = self.chance, list[str]()
        wanted = [self.wanted() for _ in range(chance.randint(1, 4))]
        for one in wanted:
            assert one.weapons is not None
            rules = chance.choice(["Fearless", "Hero, Tough(3)", "Scout, Strider", "4x Fast, 4x Furious"])
            lines.append(f"{self.type(one)} [{one.models}] Q{chance.randint(3, 5)}+ D4+ | {one.points}pts | {rules}")
            gear = ['(24", A1)', '(36", A3, AP(1))', '(18", A2, Precise)']
            lines += [
                ", ".join(f"{n}x {self.weapon(key)} {chance.choice(gear)}" for key, n in one.weapons.items())
                or "1x CCW (A1)",
                "",
            ]
            one.weapons = one.weapons or None
        head = [f"++ Harbour Guard [GF {sum(one.points for one in wanted)}pts] ++", ""]
        return Written("forge", "\n".join([*head, *lines]), wanted, self.key)

    def scribe(self) -> Written:
        chance, lines = self.chance, ["+ Infantry +", ""]
        wanted = [self.wanted() for _ in range(chance.randint(1, 4))]
        for one in wanted:
            assert one.weapons is not None
            worth = chance.choice([f"[{one.points}pts]", f"[5 PL, {one.points}pts]", f"[{one.points} pts]"])
            said = self.type(one)
            if one.models == 1 or one.base.profile.get("kind") == "gun" or sum(one.weapons.values()) != one.models:
                one.models = one.base.models
                lines.append(
                    f"{said} {worth}: "
                    + ", ".join(
                        f"{n}x {self.weapon(key)}" if n > 1 else self.weapon(key) for key, n in one.weapons.items()
                    )
                )
                lines[-1] = lines[-1].removesuffix(": ")
                if one.models > 1:
                    one.weapons = None if any(n == 1 for n in one.weapons.values()) else one.weapons
            else:
                lines.append(f"{said} {worth}")
                lines += [
                    f". {n}x {chance.choice([said, 'Trooper'])}: {n}x {self.weapon(key)}"
                    for key, n in one.weapons.items()
                ]
            one.weapons = one.weapons or None
            lines.append("")
        total = sum(one.points for one in wanted)
        return Written(
            "scribe",
            "\n".join([f"++ Army Roster (Free Colonies) [{total}pts] ++", "", *lines, f"++ Total: [{total}pts] ++"]),
            wanted,
            self.key,
        )

    def recruit(self) -> Written:
        chance, lines = self.chance, ["## Infantry [500 pts]"]
        wanted = [self.wanted() for _ in range(chance.randint(1, 4))]
        for one in wanted:
            assert one.weapons is not None
            said = self.type(one)
            if one.models == 1 or one.base.profile.get("kind") == "gun" or sum(one.weapons.values()) != one.models:
                one.models = one.base.models
                lines.append(
                    f"{said} [{one.points} pts]: "
                    + ", ".join(f"{n}x {self.weapon(key)}" for key, n in one.weapons.items())
                )
                lines[-1] = lines[-1].removesuffix(": ")
            else:
                lines.append(f"{said} [{one.points} pts]:")
                lines += [
                    f"• {n}x {chance.choice([said, 'Trooper'])}: {chance.choice([f'{n}x ', ''])}{self.weapon(key)}"
                    for key, n in one.weapons.items()
                ]
            one.weapons = one.weapons or None
        return Written("recruit", "\n".join(["# ++ Force ++ [500 pts]", *lines]), wanted, self.key)

    def table(self) -> Written:
        chance = self.chance
        wanted = [self.wanted() for _ in range(chance.randint(1, 4))]
        names = {
            "unit": ["Unit", "Name", "Einheit"],
            "models": ["Models", "Size", "Figures"],
            "weapons": ["Weapons", "Arms", "Waffen"],
            "points": ["Points", "Pts", "Cost", "Punkte"],
        }
        order = [one for one in names if one == "unit" or chance.random() < 0.8]
        chance.shuffle(order)
        rows = [[chance.choice(names[one]) for one in order]]
        between = chance.choice(["|", ";", "\t"])
        for one in wanted:
            assert one.weapons is not None
            said = {
                "unit": self.type(one),
                "models": str(one.models),
                "points": str(one.points),
                "weapons": self.arms(one).replace(";", ","),
            }
            if "models" not in order:
                one.models = one.base.models
                one.weapons = None if "weapons" in order else one.weapons
                said["weapons"] = ""
            one.points = one.points if "points" in order else 0
            one.weapons = one.weapons if "weapons" in order and one.weapons else None
            rows.append([said[name] for name in order])
        if between == "|":
            lines = ["| " + " | ".join(row) + " |" for row in rows]
            lines.insert(1, "|" + "---|" * len(order))
        else:
            lines = [between.join(row) for row in rows]
        return Written("table", "\n".join(lines), wanted, self.key)

    def several(self) -> Written:
        """Return counted units of one type."""
        chance, wanted, lines = self.chance, list[Wanted](), list[str]()
        for _ in range(chance.randint(1, 3)):
            one, n = self.wanted(), chance.randint(2, 4)
            one.weapons = None
            single = one.base.models == 1
            said, many = self.type(one), self.type(one, True)
            worth = chance.choice(["", self.points(one.points)])
            if single:
                line = chance.choice(
                    [
                        f"{n}x {said}",
                        f"{n} {many}",
                        f"{said} x{n}",
                        f"{n} x {said}",
                        f"{said} ({n})",
                        f"{said} [x{n}]",
                        f"{said} ×{n}",
                    ]
                )
            else:
                m = one.models
                line = chance.choice(SEVERAL).format(n=n, m=m, said=said, many=many)
            one.points = one.points if worth else 0
            lines.append(line + worth)
            wanted += [one] * n
        return Written("several", "\n".join(lines), wanted, self.key)


STYLES = (
    "people",
    "people",
    "people",
    "german",
    "bullets",
    "app",
    "forge",
    "scribe",
    "recruit",
    "table",
    "several",
    "blocks",
)


def random_list(seed: int) -> Written:
    """Return a random list."""
    chance = random.Random(seed)
    writer = RosterWriter(chance, chance.choice(["fubar", "opreb", "openfire_d12", "openfire_ww2", "bayonet"]))
    style = chance.choice(STYLES)
    return writer.people(german=True) if style == "german" else getattr(writer, style)()
