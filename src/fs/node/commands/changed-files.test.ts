import { expect, test } from "vitest";
import { changesBetween, type Survey } from "./changed-files.ts";

const survey = (files: Record<string, string>, hidden: readonly string[] = [], complete = true): Survey => ({
  files: new Map(Object.entries(files)),
  hidden: new Set(hidden),
  complete,
});

test.each<[string, Survey, Survey, ReturnType<typeof changesBetween>]>([
  [
    "created, modified, deleted",
    survey({ a: "1", b: "1", c: "1" }),
    survey({ b: "2", c: "1", d: "1" }),
    { created: ["d"], modified: ["b"], deleted: ["a"], complete: true },
  ],
  [
    "what was hidden before and after was nobody's to change",
    survey({ a: "1" }, ["data"]),
    survey({ b: "1" }, ["data"]),
    { created: ["b"], modified: [], deleted: ["a"], complete: true },
  ],
  [
    "what a command hid is not said to be deleted",
    survey({ "d/x": "1", a: "1" }),
    survey({}, ["d"]),
    { created: [], modified: [], deleted: ["a"], complete: false },
  ],
  [
    "a cut survey proves nothing about what is missing",
    survey({ a: "1", b: "1" }, [], false),
    survey({ b: "2", c: "1" }),
    { created: [], modified: ["b"], deleted: [], complete: false },
  ],
])("%s", (_, before, after, expected) => expect(changesBetween(before, after)).toEqual(expected));
