import { expect, test } from "vitest";
import { askedBy, changePayload } from "../approval/index.ts";
import { asReal, versionOf, type WorkspacePath } from "../base/index.ts";
import { planEdits, type Change, type EditId, type Found } from "../edits/index.ts";
import { encode, type Text } from "../text/index.ts";
import { callOf } from "./call-of.ts";

const here = "ws/here" as WorkspacePath;
const absent = "ws/absent" as WorkspacePath;
const text = "old\n" as Text;
const found = new Map<WorkspacePath, Found>([
  [
    here,
    {
      kind: "text",
      snapshot: { path: here, real: asReal(here), text, version: versionOf(encode(text)), mode: null, links: 1 },
    },
  ],
  [absent, { kind: "absent", real: asReal(absent) }],
]);

// A rule is offered for the tool the payload names and heard for the tool the gate names: they must be the same.
test.each<[string, WorkspacePath, Change]>([
  ["edit", here, { kind: "replace", find: "old", put: "new", match: "chars", all: false }],
  ["write over a file", here, { kind: "overwrite", content: "new\n" }],
  ["write a new file", absent, { kind: "overwrite", content: "new\n" }],
  ["create", absent, { kind: "create", content: "new\n" }],
  ["a large one", absent, { kind: "create", content: "a line\n".repeat(200_000) }],
  ["a large one over a file", here, { kind: "overwrite", content: "a line\n".repeat(200_000) }],
  ["delete", here, { kind: "delete" }],
  ["move", here, { kind: "move", to: absent }],
])("%s: rules see the same tool before and after the question", (_, path, change) => {
  const plan = planEdits([{ id: "1" as EditId, path, source: { format: "tool", from: 0, to: 0 }, change }], found);
  const [file] = plan.files;
  const { tool, targets } = callOf(plan, file!);
  const paths = targets.map((target) => target.path);
  expect(askedBy(changePayload(plan, file!, { approvalId: "q1" }))).toEqual({ tool, paths });
});
