import { describe, expect, test } from "vitest";
import { asReal, versionOf, type WorkspacePath } from "../../base/index.ts";
import { planEdits, type Change, type Edit, type EditId } from "../../edits/index.ts";
import { encode, type Text } from "../../text/index.ts";
import { risksOf } from "./risks.ts";
import { findSecret } from "./secrets.ts";

const path = "a.txt" as WorkspacePath;

type File = { readonly mode?: number | null; readonly links?: number };

/** Kinds of the risks of one change to one file, with their lines. */
function risks(before: string | null, change: Change, file: File = {}): readonly string[] {
  const edits: Edit[] = [{ id: "1" as EditId, path, source: { format: "tool", from: 0, to: 0 }, change }];
  const text = before as Text;
  const snapshot = {
    path,
    real: asReal(path),
    version: versionOf(encode(text ?? ("" as Text))),
    text,
    mode: file.mode ?? null,
    links: file.links ?? 1,
  };
  const plan = planEdits(
    edits,
    new Map([[path, before === null ? { kind: "absent", real: asReal(path) } : { kind: "text", snapshot }]]),
  );
  return risksOf(plan.files[0]!, edits).map(({ kind, line }) => (line === null ? kind : `${kind} ${line}`));
}

const chars = (find: string, put: string, all = false): Change => ({ kind: "replace", find, put, match: "chars", all });
const write = (content: string): Change => ({ kind: "overwrite", content });
const many = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at};\n`).join("");
const blanks = "f() {\n  a;\n  b;\n  c;\n  d;\n  e;\n}\n";
const body = "function total(items) {\n  const sum = add(items);\n  return sum;\n}\n";

describe("pointed out", () => {
  test.each<[string, string | null, Change, readonly string[], File?]>([
    ["a placeholder", "a\nb\n", chars("b\n", "// ... rest of the code ...\n"), ["placeholder 2"]],
    [
      "a placeholder in a new file",
      null,
      { kind: "create", content: "a\n# ... existing code ...\n" },
      ["placeholder 2"],
    ],
    ["most of the file goes", many(100), write(many(10)), ["large-deletion"]],
    ["it ends inside a word", "count = 10\n", chars("count = 1", "count = 2"), ["sub-word 1"]],
    ["it begins inside a word", "recount = 1\n", chars("count = 1", "total = 1"), ["sub-word 1"]],
    ["every place, one inside a word", "id = 1\nidea = 2\n", chars("id", "key", true), ["sub-word 2"]],
    ["a function the file has already", `${body}\nx;\n`, chars("x;\n", `x;\n\n${body}`), ["duplicate 8"]],
    ["a conflict marker", "a\nb\n", chars("b\n", "<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> theirs\n"), ["marker 2"]],
    ["a marker of an edit block", "a\nb\n", chars("b\n", "««« EDIT\nb\n"), ["marker 2"]],
    ["CRLF becomes LF", "a\r\nb\r\nc\r\n", write("a\nb\nc\n"), ["line-endings"]],
    ["LF into CRLF", "a\r\nb\r\nc\r\n", write("a\r\nb\r\nc\r\nd\n"), ["line-endings"]],
    ["tabs into blanks", blanks, chars("  e;\n", "\te;\n\tf;\n"), ["indentation 6"]],
    ["blanks into tabs", blanks.replaceAll("  ", "\t"), chars("\te;\n", "    e;\n"), ["indentation 6"]],
    ["a hard link", "a\n", chars("a", "b"), ["hard-link"], { links: 2 }],
    ["a program", "a\n", chars("a", "b"), ["executable"], { mode: 0o755 }],
    ["a secret", "a\n", chars("a", 'const api_key = "q8Zr2LmX0pV7tYw4";'), ["secret 1"]],
    ["a text that runs backwards", "a\n", chars("a", "a\u202eb"), ["hidden-characters 1"]],
    ["a zero-width space", "a\n", chars("a", "a\u200bb"), ["hidden-characters 1"]],
    ["an escape sequence", "a\n", chars("a", "\u001b[31m"), ["hidden-characters 1"]],
    ["a joiner between plain letters", "a\n", chars("a", "ad\u200dmin"), ["hidden-characters 1"]],
    ["several things", "a\n", chars("a", "// rest of the code\n\u202e"), ["placeholder 1", "hidden-characters 2"]],
  ])("%s", (_, before, change, kinds, file) => expect(risks(before, change, file)).toEqual(kinds));
});

describe("not held against an ordinary change", () => {
  test.each<[string, string | null, Change, File?]>([
    ["a word replaced whole", "count = 10\n", chars("count = 10", "count = 20")],
    ["a text that ends at a sign", "f(a)\n", chars("f(", "g(")],
    ["spread and rest", "a\n", chars("a", "const { b, ...rest } = { ...props };")],
    ["comments with dots", "a\n", chars("a", "// Loading...\n// The rest is read later.\n...\n")],
    [
      "a placeholder that was there",
      "a\n// ... existing code ...\n",
      chars("a\n// ... existing code ...", "b\n// ... existing code ..."),
    ],
    ["a small deletion", many(100), chars("line 5;\nline 6;\n", "")],
    ["a small file emptied", "a\nb\nc\n", write("x\n")],
    ["a closing brace again", blanks, chars("  e;\n", "  e;\n}\ng() {\n")],
    ["code moved within the file", `${body}\nx;\n`, write(`x;\n\n${body}`)],
    ["a heading underlined", "a\n", chars("a", "Title\n=======\ntext")],
    ["endings of a file of one line", "a\n", write("b\r\n")],
    ["a comment's star among tabs", blanks.replaceAll("  ", "\t"), chars("\te;\n", "\t/**\n\t * note\n\t */\n\te;\n")],
    [
      "a doc comment at the margin among tabs",
      blanks.replaceAll("  ", "\t"),
      chars("f() {\n", "/**\n * note\n */\nf() {\n"),
    ],
    ["deeper blanks among blanks", blanks, chars("  e;\n", "  e;\n    f;\n")],
    ["a new file in any style", null, { kind: "create", content: "a\r\n\tb\r\n" }],
    ["an emoji with joiners", "a\n", chars("a", "👩‍👩‍👧 ❤️")],
    ["a no-break space in prose", "a\n", chars("a", "« oui »")],
    ["Persian with a non-joiner", "a\n", chars("a", "می\u200cخواهم")],
    ["a BOM at the start of a file", "\uFEFFa\nb\n", chars("a", "c")],
    ["a form feed", "a\n", chars("a", "\fb")],
    [
      "a word for a key",
      "a\n",
      chars("a", 'password = "your-password-here"\ntoken: string;\nsecret = process.env.SECRET'),
    ],
    ["a program that is only moved", "a\n", { kind: "move", to: "b.txt" }, { mode: 0o755 }],
    ["a deleted file", "a\n", { kind: "delete" }, { links: 3, mode: 0o755 }],
  ])("%s", (_, before, change, file) => {
    const edits: Edit[] = [{ id: "1" as EditId, path, source: { format: "tool", from: 0, to: 0 }, change }];
    const to = "b.txt" as WorkspacePath;
    const snapshot = {
      path,
      real: asReal(path),
      version: versionOf(encode((before ?? "") as Text)),
      text: before as Text,
      mode: file?.mode ?? null,
      links: file?.links ?? 1,
    };
    const found =
      before === null ? ({ kind: "absent", real: asReal(path) } as const) : ({ kind: "text", snapshot } as const);
    const plan = planEdits(
      edits,
      new Map([
        [path, found],
        [to, { kind: "absent", real: asReal(to) } as const],
      ]),
    );
    expect(risksOf(plan.files[0]!, edits)).toEqual([]);
  });
});

test("what is said", () => {
  const edits: Edit[] = [
    { id: "1" as EditId, path, source: { format: "tool", from: 0, to: 0 }, change: chars("count = 1", "x = \u202e") },
  ];
  const text = "count = 10\n" as Text;
  const snapshot = { path, real: asReal(path), version: versionOf(encode(text)), text, mode: null, links: 1 };
  const plan = planEdits(edits, new Map([[path, { kind: "text", snapshot }]]));
  expect(risksOf(plan.files[0]!, edits)).toEqual([
    { kind: "sub-word", message: "The replaced text ends inside a word (10).", line: 1 },
    { kind: "hidden-characters", message: "Line 1: contains an invisible character (⟨RLO⟩).", line: 1 },
  ]);
});

describe("secrets", () => {
  const letters = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2dE";
  test.each([
    ["-----BEGIN RSA PRIVATE KEY-----", "a private key"],
    ["-----BEGIN PRIVATE KEY-----", "a private key"],
    [`key: AKIA${"ABCDEFGHIJKLMNOP"}`, "an AWS access key"],
    [`token = "ghp_${letters.slice(0, 36)}"`, "a GitHub access token"],
    [`OPENAI = sk-proj-${letters}`, "an OpenAI or Anthropic API key"],
    [`"https://user:${letters.slice(0, 12)}@example.org/x"`, "a password in a URL"],
    [`db_password: '${letters.slice(0, 14)}'`, "a password or key"],
  ])("%s", (line, name) => expect(findSecret(line)).toBe(name));

  test.each([
    "const password = prompt('Password: ');",
    'password: "changeme-please"',
    "api_key = os.environ['API_KEY_FOR_TESTS']",
    'const apiKey = "YOUR_API_KEY_1234567890";',
    "secret = '${{ secrets.DEPLOY_TOKEN_2 }}'",
    'token: "abcdefghijklmnop"',
    "git clone https://github.com/a/b.git",
    "postgres://user:$PASSWORD@localhost/db",
    "// see sk-learn for the rest of the details about this thing here",
    'const passwordField = "form-password-input";',
    "eyJ is how a token begins",
  ])("harmless: %s", (line) => expect(findSecret(line)).toBeNull());
});
