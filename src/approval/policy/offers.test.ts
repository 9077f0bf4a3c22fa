import { describe, expect, test } from "vitest";
import { isOffered, offersFor, sessionOffersFor } from "./offers.ts";
import { describeRemembered, type Asked, type Remember } from "./remember.ts";

const asked = { tool: "edit_file", paths: ["ws/src/a.ts"] };
const offers = offersFor(asked);
const command = { text: "npm test", where: "confined", image: null } as const;

test.each<[string, Asked, readonly string[]]>([
  [
    "an edit",
    asked,
    [
      "edit_file on ws/src/a.ts",
      "edit_file on everything below ws/src",
      "edit_file anywhere in ws",
      "every file tool (rm too) anywhere in ws",
    ],
  ],
  [
    "a removal at the root",
    { tool: "rm", paths: ["ws/a"] },
    ["rm on ws/a", "rm anywhere in ws", "every file tool (rm too) anywhere in ws"],
  ],
  [
    "a read, which is no change",
    { tool: "read_file", paths: ["ws/src/a.ts"] },
    ["read_file on ws/src/a.ts", "read_file on everything below ws/src", "read_file anywhere in ws"],
  ],
  [
    "a search of a folder",
    { tool: "grep", paths: ["ws/src"] },
    ["grep in ws/src and everything below it", "grep anywhere in ws"],
  ],
  ["a listing of a root", { tool: "ls", paths: ["ws"] }, ["ls anywhere in ws"]],
  ["of all roots", { tool: "ls", paths: [""] }, []],
  ["a move, a link", { tool: "write_file", paths: ["ws/a", "ws/b"] }, []],
  ["nothing", { tool: "grep", paths: [] }, []],
  [
    "a command",
    { tool: "shell", paths: ["ws/src"], command },
    ["shell `npm test` in ws/src, confined on this machine, with the workspace read-only"],
  ],
  [
    "in a container, with a line break",
    { tool: "shell", paths: ["ws"], command: { text: "a\nb", where: "container", image: "node:22" } },
    ['shell "a\\nb" in ws, in a container of node:22, with the workspace read-only'],
  ],
  ["a command that nothing confines", { tool: "shell", paths: ["ws"] }, []],
  ["one in a folder that a link leads to", { tool: "shell", paths: ["ws/l", "ws/src"], command }, []],
  ["one that no one would read", { tool: "shell", paths: ["ws"], command: { ...command, text: "x".repeat(2001) } }, []],
])("what may be kept, the narrowest first: %s", (_, one, expected) =>
  expect(offersFor(one).map(describeRemembered)).toEqual(expected),
);

describe("until the session ends", () => {
  const EDITS = "that have no warning (no removals, no moves)";
  test.each<[string, readonly Asked[], readonly string[]]>([
    [
      "edits in one folder",
      [asked, { tool: "write_file", paths: ["ws/src/b/c.ts"] }],
      [
        `edits and new files below ws/src ${EDITS}`,
        `edits and new files below ws ${EDITS}`,
        "every file tool (rm too) anywhere in ws",
      ],
    ],
    [
      "at the root",
      [{ tool: "edit_file", paths: ["ws/a"] }],
      [`edits and new files below ws ${EDITS}`, "every file tool (rm too) anywhere in ws"],
    ],
    ["with a removal", [asked, { tool: "rm", paths: ["ws/b"] }], ["every file tool (rm too) anywhere in ws"]],
    [
      "a read",
      [{ tool: "read_file", paths: ["ws/src/a.ts"] }],
      ["read_file on ws/src/a.ts", "read_file on everything below ws/src", "read_file anywhere in ws"],
    ],
    ["several sandboxes", [asked, { tool: "edit_file", paths: ["other/a"] }], []],
    ["with a move", [asked, { tool: "write_file", paths: ["ws/a", "ws/b"] }], []],
    ["nothing", [], []],
  ])("%s", (_, all, expected) => {
    const found = sessionOffersFor(all);
    expect(found.map(describeRemembered)).toEqual(expected);
    expect(found.every(({ session }) => session === "this")).toBe(true);
    expect(found.every((offer) => isOffered(offer, all))).toBe(true);
  });
});

describe("a wish must be one of the offers", () => {
  const edits: Remember = { effect: "allow", scope: "edits", path: "ws/src", session: "this" };
  const ran: Remember = { ...offersFor({ tool: "shell", paths: ["ws"], command })[0]! };
  test.each<[string, Remember, boolean]>([
    ["the file", offers[0]!, true],
    ["the file, for a session", { ...offers[0]!, session: "s" }, true],
    ["the root", offers[3]!, true],
    ["another file", { ...offers[0]!, path: "ws/src/b.ts" }, false],
    ["a folder above", { ...offers[1]!, path: "ws" }, false],
    ["another root", { ...offers[3]!, path: "other" }, false],
    ["another tool", { ...offers[0]!, tool: "rm" } as Remember, false],
    ["every tool on a file", { effect: "allow", scope: "file", path: "ws/src/a.ts" }, false],
    ["no allow", { ...offers[0]!, effect: "deny" } as unknown as Remember, false],
    ["edits in its folder", edits, true],
    ["edits in another folder", { ...edits, path: "ws/docs" }, false],
    ["edits for longer than a session", { ...edits, session: null }, false],
    ["a command", ran, true],
    ["another command", { ...ran, command: "npm test " } as Remember, false],
    ["elsewhere", { ...ran, where: "container", image: "x" } as Remember, false],
    ["in another folder", { ...ran, path: "ws/src" }, false],
  ])("%s", (_, wish, expected) =>
    expect(isOffered(wish, [asked, { tool: "shell", paths: ["ws"], command }])).toBe(expected),
  );
});
