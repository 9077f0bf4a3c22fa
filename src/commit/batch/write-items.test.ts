import { expect, test } from "vitest";
import type { Actor } from "../../approval/index.ts";
import type { Item } from "../item.ts";
import { decidersOf } from "./write-items.ts";

const approved = (by: Actor): Item => ({ kind: "approved", by }) as Item; // Only who decided is looked at.

test.each<[string, readonly Actor[], string]>([
  ["a person", [{ kind: "person" }], "person"],
  ["twice the same", [{ kind: "person" }, { kind: "person" }], "person"],
  ["with an id", [{ kind: "person", name: "Mia Beck <8f14e45f>" }], "person (Mia Beck <8f14e45f>)"],
  ["a DN as an id", [{ kind: "person", name: "Mia <uid=mia,dc=x>" }], "person (Mia <uid=mia,dc=x>)"],
  [
    "a name that is made to look like a flag",
    [{ kind: "person", name: '"x),  flag, \n rule" <7>' }],
    'person ("x),flag,⟨LF⟩ rule" <7>)',
  ],
  [
    "two kinds",
    [
      { kind: "person", name: "Mia <1>" },
      { kind: "rule", rule: "r" },
    ],
    "person (Mia <1>), rule",
  ],
])("%s", (_, by, words) => expect(decidersOf(by.map(approved))).toBe(words));
