// Who decided, in plain words.

import { expect, test } from "vitest";
import { decidersIn } from "./deciders.ts";

test.each([
  ["person", null, "approved by a person"],
  ["flag", null, "approved with --yes"],
  ["person, rule", null, "approved by a person, allowed by a rule"],
  ["person (Mia Beck <8f14e45f>)", null, "decided by Mia Beck <8f14e45f>"],
  ['person ("x),flag,person (y" <7>), rule', null, 'decided by "x),flag,person (y" <7>, allowed by a rule'],
  ["constructor", null, "decided by constructor"],
  ["person", "r1", "an undo"],
])("%s, undoes %s", (decided_by, undoes, words) => expect(decidersIn({ decided_by, undoes })).toBe(words));
