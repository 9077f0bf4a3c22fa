import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ApprovalPayload, BatchPayload, ChangePayload } from "../../approval/index.ts";
import type { AnswerRule } from "../../team/index.ts";
import { changeQuestion } from "../../testing/index.ts";
import { compileRules, DEFAULT_RULES, teamProtection } from "./compile-rules.ts";
import { serveConfig } from "../config/serve-config.ts";
import { mayAnswer } from "./may-answer.ts";

const ann = { id: "https://id.example ann", groups: ["dev", "security"] };
const bob = { id: "https://id.example bob", groups: ["dev"] };
const REPOSITORY = "github.com/acme/shop";

const one = (path: string, more: object = {}): ChangePayload => ({
  ...(changeQuestion(path) as ChangePayload), // A question about one file.
  ...more,
});
const shell = (command: string): ApprovalPayload => ({
  ...(({ description, sandbox, approval_id, digest, risks }) => ({ description, sandbox, approval_id, digest, risks }))(
    changeQuestion(),
  ),
  type: "shell",
  path: "ws",
  tool: "shell",
  command,
  cwd: "ws",
  environment: {},
  timeout_ms: 1000,
  where: "confined",
  image: null,
  network: false,
  workspace: "writable",
});
/** What is deleted without a content that is shown. */
const folder = (path: string, more: object = {}): ApprovalPayload =>
  one(path, { type: "delete", original_content: null, suggested_content: null, after: null, ...more });
const read = (path: string, tool: string): ApprovalPayload => ({ ...one(path), type: "read", tool }) as never; // No more is looked at.
const batch = (
  items: readonly ChangePayload[],
  open: BatchPayload["open_edits"] = [],
  more: Partial<BatchPayload> = {},
): ApprovalPayload => ({
  type: "batch",
  description: "Several",
  path: "",
  sandbox: "ws",
  approval_id: "b",
  digest: "b",
  risks: [],
  items: [...items],
  open_edits: open,
  supersedes: null,
  because: null,
  ...more,
});

function draw(
  rules: readonly AnswerRule[],
  payload: ApprovalPayload,
  { repository = REPOSITORY, owner = null as string | null } = {},
): string {
  const compiled = compileRules(rules);
  return [ann, bob]
    .map((person) => mayAnswer(compiled, { repository, owner, payload }, person))
    .map((may) => (may.kind === "yes" ? String(may.needed) : "no"))
    .join(" ");
}

const SECURITY = { answer: ["group:security"] };
const ANYONE = { answer: ["anyone"] };

test.each<[string, readonly AnswerRule[], ApprovalPayload, string]>([
  ["by default anyone answers, alone", DEFAULT_RULES, one("ws/a.ts"), "1 1"],
  ["without a rule that matches, no one", [], one("ws/a.ts"), "no no"],
  ["a rule without names: no one", [{ answer: [] }], one("ws/a.ts"), "no no"],
  ["by group", [SECURITY], one("ws/a.ts"), "1 no"],
  ["by person", [{ answer: [`person:${bob.id}`] }], one("ws/a.ts"), "no 1"],
  ["a group's name is no person's", [{ answer: [`group:${bob.id}`, "person:dev"] }], one("ws/a.ts"), "no no"],
  ["the first rule that matches counts", [ANYONE, SECURITY], one("ws/a.ts"), "1 1"],
  ["by repository", [{ ...SECURITY, repository: ["github.com/acme/*"] }, ANYONE], one("ws/a.ts"), "1 no"],
  ["another repository", [{ ...SECURITY, repository: ["github.com/other/*"] }, ANYONE], one("ws/a.ts"), "1 1"],
  ["by path", [{ ...SECURITY, path: ["ws/infra/**"] }, ANYONE], one("ws/infra/a.tf"), "1 no"],
  ["a folder covers what is in it", [{ ...SECURITY, path: ["ws/infra"] }, ANYONE], one("ws/infra/b/a.tf"), "1 no"],
  ["another letter case", [{ ...SECURITY, path: ["ws/infra/**"] }, ANYONE], one("ws/INFRA/a.tf"), "1 no"],
  [
    "another letter case of a lax rule widens nothing",
    [{ ...ANYONE, path: ["ws/docs/**"] }, SECURITY],
    one("ws/DOCS/a"),
    "1 no",
  ],
  [
    "where a link leads",
    [{ ...SECURITY, path: ["ws/infra/**"] }, ANYONE],
    one("ws/a", { target: "ws/infra/a" }),
    "1 no",
  ],
  [
    "a link in a lax folder",
    [{ ...ANYONE, path: ["ws/docs/**"] }, SECURITY],
    one("ws/docs/a", { target: "ws/x" }),
    "1 no",
  ],
  [
    "where a file moves",
    [{ ...SECURITY, path: ["ws/infra/**"] }, ANYONE],
    one("ws/a", { type: "move", to: "ws/infra/a" }),
    "1 no",
  ],
  [
    "where a moved file's folder leads",
    [{ ...SECURITY, path: ["ws/infra/**"] }, ANYONE],
    one("ws/a", { type: "move", to: "ws/b", to_target: "ws/infra/b" }),
    "1 no",
  ],
  ["by tool", [{ ...SECURITY, tool: ["shell"] }, ANYONE], shell("make"), "1 no"],
  ["another tool", [{ ...SECURITY, tool: ["shell"] }, ANYONE], one("ws/a"), "1 1"],
  ["a tool by its other name", [{ ...SECURITY, tool: ["edit"] }, ANYONE], one("ws/a"), "1 no"],
  [
    "by risk",
    [{ ...SECURITY, risk: ["secret"] }, ANYONE],
    one("ws/a", { risks: [{ kind: "secret", message: "", line: null }] }),
    "1 no",
  ],
  ["protected paths", [{ ...SECURITY, protected: true, people: 2 }, ANYONE], one("ws/.git/hooks/pre-commit"), "2 no"],
  ["protected, in another case", [{ ...SECURITY, protected: true }, ANYONE], one("ws/.GIT/config"), "1 no"],
  ["a path that is not protected", [{ ...SECURITY, protected: true }, ANYONE], one("ws/a.ts"), "1 1"],
  [
    "every file of several must be allowed, and the largest number counts",
    [{ ...SECURITY, path: ["ws/infra/**"], people: 2 }, ANYONE],
    batch([one("ws/a"), one("ws/infra/b")]),
    "2 no",
  ],
  ["one file of several without a rule", [{ ...ANYONE, path: ["ws/a"] }], batch([one("ws/a"), one("ws/b")]), "no no"],
  [
    "an edit without a place counts too",
    [{ ...SECURITY, path: ["ws/infra/**"] }, ANYONE],
    batch([one("ws/a")], [{ edit: "1", path: "ws/infra/a", message: "", places: [] }]),
    "1 no",
  ],
  [
    "a folder that is deleted may hold what a rule is about",
    [{ ...SECURITY, path: ["ws/a/infra/**"], people: 2 }, ANYONE],
    folder("ws/a"),
    "2 no",
  ],
  ["so may one that is protected", [{ ...SECURITY, protected: true, people: 2 }, ANYONE], folder("ws/a"), "2 no"],
  [
    "every rule below it counts",
    [{ ...ANYONE, path: ["ws/a/b"] }, { ...SECURITY, path: ["ws/a/c/*"] }, ANYONE],
    folder("ws/a"),
    "1 no",
  ],
  ["a rule for another folder does not", [{ ...SECURITY, path: ["ws/b/**"] }, ANYONE], folder("ws/a"), "1 1"],
  [
    "nor one behind a rule for all of it",
    [
      { ...ANYONE, path: ["ws/a"] },
      { ...SECURITY, path: ["ws/a/b"] },
    ],
    folder("ws/a"),
    "1 1",
  ],
  ["a part of a folder without a rule", [{ ...ANYONE, path: ["ws/a/*"] }], folder("ws/a"), "no no"],
  ["a folder in another letter case", [{ ...SECURITY, path: ["ws/a/infra/**"] }, ANYONE], folder("ws/A"), "1 no"],
  [
    "what goes with a folder, where it is listed",
    [{ ...SECURITY, path: ["ws/a/infra/**"] }, { ...SECURITY, protected: true }, ANYONE],
    folder("ws/a", { below: ["ws/a/infra/link"] }),
    "1 no",
  ],
  [
    "only what is listed",
    [{ ...SECURITY, path: ["ws/a/infra/**"] }, { ...SECURITY, protected: true }, ANYONE],
    folder("ws/a", { below: ["ws/a/docs"] }),
    "1 1",
  ],
  [
    "a file that is deleted is no folder",
    [{ ...SECURITY, protected: true }, ANYONE],
    one("ws/a", { type: "delete" }),
    "1 1",
  ],
  ["a folder that is searched", [{ ...SECURITY, path: ["ws/infra/**"] }, ANYONE], read("ws", "grep"), "1 no"],
  ["a file that is read", [{ ...SECURITY, path: ["ws/infra/**"] }, ANYONE], read("ws", "read_file"), "1 1"],
  [
    "a file that moves is gone from where it was",
    [{ ...SECURITY, tool: ["rm"], path: ["ws/infra/**"] }, ANYONE],
    one("ws/infra/a", { type: "move", to: "ws/b" }),
    "1 no",
  ],
  [
    "where a file moves from",
    [{ ...SECURITY, path: ["ws/infra/**"] }, ANYONE],
    one("ws/infra/a", { type: "move", to: "ws/b" }),
    "1 no",
  ],
  [
    "a batch's own risks",
    [{ ...SECURITY, risk: ["secret"] }, ANYONE],
    batch([one("ws/a")], [], { risks: [{ kind: "secret", message: "", line: null }] }),
    "1 no",
  ],
  [
    "a batch's own path",
    [{ ...SECURITY, path: ["ws/infra"] }, ANYONE],
    batch([one("ws/a")], [], { path: "ws/infra" }),
    "1 no",
  ],
  [
    "a batch's own target",
    [{ ...SECURITY, path: ["ws/infra"] }, ANYONE],
    batch([one("ws/a")], [], { target: "ws/infra/a" }),
    "1 no",
  ],
  ["a tool in another letter case", [{ ...SECURITY, tool: ["SHELL"] }, ANYONE], shell("make"), "1 no"],
  [
    "a risk in another letter case",
    [{ ...SECURITY, risk: ["secret"] }, ANYONE],
    one("ws/a", { risks: [{ kind: "Secret", message: "", line: null }] }),
    "1 no",
  ],
  [
    "the folder of a command",
    [{ ...SECURITY, path: ["ws/infra"] }, ANYONE],
    { ...shell("make"), cwd: "ws/infra" } as ApprovalPayload,
    "1 no",
  ],
  ["what Windows drops from a name", [{ ...SECURITY, path: ["ws/infra/**"] }, ANYONE], one("ws/infra:x/a"), "1 no"],
  [
    "what some systems ignore in a name",
    [{ ...SECURITY, path: ["ws/infra/**"] }, ANYONE],
    one("ws/in\ufe0ffra/a"),
    "1 no",
  ],
  ["a question about no file", [{ ...SECURITY, path: ["**"] }, ANYONE], batch([]), "1 1"],
])("%s", (_, rules, payload, drawn) => expect(draw(rules, payload)).toBe(drawn));

test("another spelling of a repository does not avoid its rule", () => {
  const rules: AnswerRule[] = [{ ...SECURITY, repository: [REPOSITORY] }, ANYONE];
  expect(draw(rules, one("ws/a"), { repository: "GitHub.com/Acme/Shop" })).toBe("1 no");
});

test("no one answers for their own agent where a rule says so", () => {
  const rules: AnswerRule[] = [{ ...ANYONE, own: "deny" }];
  expect([ann.id, bob.id, null].map((owner) => draw(rules, one("ws/a"), { owner }))).toEqual(["no 1", "1 no", "1 1"]);
  expect(draw([ANYONE], one("ws/a"), { owner: ann.id })).toBe("1 1");
  expect(draw(rules, one("ws/a"), { owner: ann.id.replace("ann", "Ann") })).toBe("no 1");
});

test("a name or a pattern that cannot be used is refused, and names the rule", () => {
  const refused = (rule: AnswerRule): unknown => {
    try {
      return compileRules([ANYONE, rule]);
    } catch (error) {
      return String(error);
    }
  };
  for (const answer of ["everyone", "group:", "dev", "person:", ""])
    expect(refused({ answer: [answer] }), answer).toContain("rules[1] cannot be used");
  for (const pattern of ["", "/etc", "a\\b", "../x", "[x"])
    expect(refused({ ...ANYONE, path: [pattern] }), pattern).toContain("rules[1] cannot be used");
  expect(() => teamProtection(["../x"])).toThrow("protected[0] cannot be used");
});

test("a team's own protected names count", () => {
  const compiled = compileRules([{ ...SECURITY, protected: true }, ANYONE], {
    protection: teamProtection(["prod.env"]),
  });
  const may = (path: string): string =>
    mayAnswer(compiled, { repository: "r", owner: null, payload: one(path) }, bob).kind;
  expect([may("ws/deep/prod.env"), may("ws/.git/config"), may("ws/a")]).toEqual(["no", "no", "yes"]);
});

const paths = fc.constantFrom("ws/a", "ws/A", "ws/infra/a", "ws/docs/b", "ws/.git/config", "ws/Infra/x");
const rule: fc.Arbitrary<AnswerRule> = fc.record(
  {
    answer: fc.subarray(["anyone", "group:security", `person:${bob.id}`]),
    path: fc.subarray(["ws/infra/**", "ws/docs", "ws/*", "**"], { minLength: 1 }),
    tool: fc.subarray(["edit_file", "rm"], { minLength: 1 }),
    protected: fc.constant(true as const),
    people: fc.constantFrom(1 as const, 2 as const),
    own: fc.constantFrom("allow" as const, "deny" as const),
  },
  { requiredKeys: ["answer"] },
);
const item = fc
  .record({ path: paths, target: fc.option(paths, { nil: undefined }) })
  .map(({ path, target }) => one(path, target === undefined ? {} : { target }));

test("a question about several files is allowed exactly as each of its paths is, in any order", () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 4 }),
      fc.array(item, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(ann.id, bob.id, null),
      (rules, items, owner) => {
        const compiled = compileRules(rules);
        for (const person of [ann, bob]) {
          const ask = (payload: ApprovalPayload) => mayAnswer(compiled, { repository: "r", owner, payload }, person);
          const whole = ask(batch(items));
          const { kind } = ask(batch(items.toReversed()));
          const alone = items
            .flatMap(({ path, target }) => [path, ...(target === undefined ? [] : [target])])
            .map((path) => ask(one(path)));
          const isAllowed = alone.every((may) => may.kind === "yes");
          expect([whole.kind, kind]).toEqual(isAllowed ? ["yes", "yes"] : ["no", "no"]);
          if (whole.kind === "yes")
            expect(whole.needed).toBe(alone.some((may) => may.kind === "yes" && may.needed === 2) ? 2 : 1);
        }
      },
    ),
  );
});

test("a file has its name of the repository too, whichever folder galley was started in", () => {
  const rules: readonly AnswerRule[] = [
    { path: ["workspace/infra"], answer: ["group:security"], people: 2, own: "deny" },
    { path: ["billing"], answer: ["group:security"] },
    { answer: ["group:dev"] },
  ];
  const asked = (path: string, folders?: Readonly<Record<string, string>>, person = bob): string => {
    const question = { repository: REPOSITORY, owner: ann.id, payload: one(path), folders };
    const may = mayAnswer(compileRules(rules), question, person);
    return may.kind === "yes" ? `yes, ${may.needed}` : may.because;
  };
  // From the top, from the folder itself, from below it, and in a sandbox with a name of its own.
  expect(asked("workspace/infra/main.tf", { workspace: "" })).toBe("not-named");
  expect(asked("workspace/main.tf", { workspace: "infra" })).toBe("not-named");
  expect(asked("workspace/main.tf", { workspace: "infra" }, ann)).toBe("own");
  expect(asked("workspace/main.tf", { workspace: "infra/live" })).toBe("not-named");
  expect(asked("app/infra/main.tf", { app: "" })).toBe("not-named");
  // A rule may name a path without a sandbox.
  expect(asked("workspace/billing/a.ts", { workspace: "" })).toBe("not-named");
  expect(asked("workspace/a.ts", { workspace: "billing" })).toBe("not-named");
  // What is elsewhere is not.
  expect(asked("workspace/main.tf", { workspace: "" })).toBe("yes, 1");
  expect(asked("workspace/main.tf", { workspace: "src" })).toBe("yes, 1");
  expect(asked("other/main.tf", { workspace: "infra" })).toBe("yes, 1");
  expect(asked("workspace/main.tf", { constructor: "infra" })).toBe("yes, 1");
});

test("names of the repository never loosen what the sandbox's name says", () => {
  const name = fc.constantFrom("a", "b", "infra", "workspace");
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
  const rule = fc.record({
    path: fc.tuple(path),
    answer: fc.constantFrom<["group:dev"] | ["group:security"]>(["group:dev"], ["group:security"]),
  });
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), path, path, (some, below, folder) => {
      const rules = compileRules([...some, { answer: ["anyone"] }]);
      const question = { repository: REPOSITORY, owner: null, payload: one(`workspace/${below}`) };
      const plain = mayAnswer(rules, question, bob);
      const named = mayAnswer(rules, { ...question, folders: { workspace: folder } }, bob);
      if (plain.kind === "no") expect(named.kind).toBe("no");
    }),
  );
});

test("a number of people that is none of those that are known is named, with those that are", () =>
  expect(() => serveConfig({ rules: [{ answer: ["anyone"], people: 3 }] })).toThrow(
    "rules.0.people: must be one of 1, 2",
  ));
