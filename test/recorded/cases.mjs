// Cases whose JSON output must not change when only the code's structure does: a workspace, and commands run in it in order.
// Every format meets every condition of a file, so that the list is long without being written by hand.

const LINES = Array.from({ length: 12 }, (_, at) => `line ${at + 1} of the file`);
const FILES = {
  plain: `${LINES.join("\n")}\n`,
  crlf: `${LINES.join("\r\n")}\r\n`,
  bom: `\ufeff${LINES.join("\n")}\n`,
  open: LINES.join("\n"),
  twice: `${LINES.slice(0, 5).join("\n")}\n${LINES.slice(2, 8).join("\n")}\n`,
  tabs: `${LINES.map((line) => `\t${line}`).join("\n")}\n`,
  empty: "",
};

const PATH = "src/a.txt";
const OLD = [LINES[2], LINES[3]];
const NEW = ["a new third line", LINES[3], "one more"];

const answers = {
  block: (path) => `${path}\n««« EDIT\n${OLD.join("\n")}\n═══════ REPL\n${NEW.join("\n")}\n»»» EDIT END\n`,
  search: (path) => `${path}\n<<<<<<< SEARCH\n${OLD.join("\n")}\n=======\n${NEW.join("\n")}\n>>>>>>> REPLACE\n`,
  diff: (path) =>
    `\`\`\`diff\n--- a/${path}\n+++ b/${path}\n@@ -3,2 +3,3 @@\n-${OLD[0]}\n+${NEW[0]}\n ${OLD[1]}\n+${NEW[2]}\n\`\`\`\n`,
  patch: (path) =>
    `*** Begin Patch\n*** Update File: ${path}\n@@\n-${OLD[0]}\n+${NEW[0]}\n ${OLD[1]}\n+${NEW[2]}\n*** End Patch\n`,
  whole: (path) => `${path}\n\`\`\`\n${[...LINES.slice(0, 2), ...NEW, ...LINES.slice(4)].join("\n")}\n\`\`\`\n`,
};

const paths = {
  "new file": "src/new.txt",
  "outside the root": "../a.txt",
  "a protected path": ".vscode/settings.json",
  "a hidden file": "secret/key.txt",
  "a file that asks": "ask/a.txt",
  "a folder": "src",
};

const config = {
  policy: [
    { effect: "deny", path: "workspace/secret/**" },
    { effect: "ask", path: "workspace/ask/**" },
  ],
};
const around = { "secret/key.txt": FILES.plain, "ask/a.txt": FILES.plain, "src/b.txt": FILES.plain };

function tool(name, args, ...flags) {
  return { args: ["tool", name, JSON.stringify(args), ...flags] };
}
const apply = (input, ...flags) => ({ args: ["apply", "--json", ...flags], input });
const undo = { args: ["undo", "--json"] };
const log = { args: ["log", "--json"] };

function* formatCases() {
  for (const [format, answer] of Object.entries(answers)) {
    for (const [kind, content] of Object.entries(FILES)) {
      const files = { ...around, [PATH]: content };
      yield { name: `${format} on ${kind}`, files, steps: [apply(answer(PATH), "--yes"), log, undo, log] };
    }
    for (const [kind, path] of Object.entries(paths)) {
      const files = { ...around, [PATH]: FILES.plain };
      yield { name: `${format} for ${kind}`, files, config, steps: [apply(answer(path), "--yes"), log] };
    }
    const files = { ...around, [PATH]: FILES.plain };
    const both = `${answer(PATH)}\n${answer("src/b.txt")}\n${answer("src/missing.txt")}`;
    for (const flags of [
      ["--dry-run"],
      ["--yes", "--atomic"],
      ["--yes"],
      [],
      ["--yes", "--context", PATH],
      ["--lenient", "--yes"],
    ]) {
      yield { name: `${format} three files ${flags.join(" ")}`, files, steps: [apply(both, ...flags), undo, log] };
    }
    const cut = answer(PATH).slice(0, -20);
    yield { name: `${format} cut off`, files, steps: [apply(cut, "--yes"), log] };
    yield {
      name: `${format} twice`,
      files,
      steps: [apply(answer(PATH), "--yes"), apply(answer(PATH), "--yes"), undo, undo],
    };
  }
}

function* toolCases() {
  const edit = { path: PATH, old_string: OLD[0], new_string: NEW[0] };
  const changed = [
    ["edit_file", edit],
    ["edit_file", { ...edit, old_string: "line" }],
    ["edit_file", { ...edit, old_string: "line", replace_all: true }],
    ["edit_file", { ...edit, old_string: "nothing like it" }],
    ["edit_file", { ...edit, old_string: "" }],
    ["edit", { path: PATH, oldText: OLD[0], newText: NEW[0] }],
    ["edit", { path: PATH, oldText: "line", newText: NEW[0] }],
    ["write_file", { path: PATH, content: "all new\n" }],
    ["write_file", { path: "src/other/deep.txt", content: "all new\n" }],
    ["write_file", { path: PATH, content: "a\u0000b" }],
    ["rm", { path: PATH }],
    ["rm", { path: "src" }],
    ["rm", { path: "src", recursive: true }],
    ["edit_file", { ...edit, extra: true }],
    ["edit_file", {}],
  ];
  for (const [kind, content] of Object.entries({ plain: FILES.plain, crlf: FILES.crlf, twice: FILES.twice })) {
    const files = { ...around, [PATH]: content };
    for (const [at, [name, args]] of changed.entries()) {
      yield {
        name: `${String(name)} ${at} on ${kind}`,
        files,
        config,
        steps: [tool(name, args, "--plan"), tool(name, args, "--yes"), undo, log],
      };
    }
  }
  const files = { ...around, [PATH]: FILES.plain };
  for (const [kind, path] of Object.entries(paths)) {
    const write = { path, content: "x\n" };
    const steps = [
      tool("write_file", write, "--plan"),
      tool("write_file", write, "--yes"),
      tool("read_file", { path }),
    ];
    yield { name: `tools for ${kind}`, files, config, steps: [...steps, tool("rm", { path }, "--yes"), log] };
  }
  const looking = [
    ["read_file", { path: PATH }],
    ["read_file", { path: PATH, offset: 3, limit: 2 }],
    ["ls", {}],
    ["ls", { path: "src" }],
    ["ls", { path: "secret" }],
    ["glob", { pattern: "**/*.txt" }],
    ["grep", { pattern: "line 3" }],
    ["grep", { pattern: "line", path: "src" }],
    ["grep", { pattern: "(" }],
  ];
  for (const [name, args] of looking) {
    yield {
      name: `${String(name)} ${JSON.stringify(args)}`,
      files,
      config,
      steps: [tool(name, args), tool(name, args, "--plan")],
    };
  }
}

function* repositoryCases() {
  const files = { ...around, [PATH]: FILES.plain, ".gitignore": "build/\n", "build/a.txt": FILES.plain };
  for (const [format, answer] of Object.entries(answers)) {
    for (const path of [PATH, "src/new.txt", "build/a.txt"]) {
      const steps = [apply(answer(path), "--yes"), undo, apply(answer(path), "--yes", "--no-stage"), log];
      yield { name: `${format} in a repository: ${path}`, files, git: true, steps };
    }
  }
  const mixed = Object.values(answers).map((answer, at) => answer(at % 2 === 0 ? PATH : "src/b.txt"));
  for (const [at, first] of mixed.entries()) {
    const second = mixed[(at + 1) % mixed.length];
    yield {
      name: `two formats in one answer ${at}`,
      files,
      git: true,
      steps: [apply(`${first}\n${second}`, "--yes"), undo, log],
    };
  }
}

function* fileCases() {
  const files = { ...around, [PATH]: FILES.plain };
  const answersFor = {
    "patch adds": "*** Begin Patch\n*** Add File: src/c.txt\n+one\n+two\n*** End Patch\n",
    "patch deletes": `*** Begin Patch\n*** Delete File: ${PATH}\n*** End Patch\n`,
    "patch moves": `*** Begin Patch\n*** Update File: ${PATH}\n*** Move to: src/c.txt\n@@\n-${OLD[0]}\n+${NEW[0]}\n*** End Patch\n`,
    "diff creates": "--- /dev/null\n+++ b/src/c.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n",
    "diff deletes": `--- a/src/c.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-only\n`,
    "diff renames": `diff --git a/${PATH} b/src/c.txt\nsimilarity index 100%\nrename from ${PATH}\nrename to src/c.txt\n`,
    "no edit": "Nothing has to change here.\n",
    nothing: "",
    "a fence without a name": "Try this:\n\n```js\nconst a = 1;\n```\n",
  };
  for (const [name, answer] of Object.entries(answersFor)) {
    for (const flags of [["--dry-run"], ["--yes"]]) {
      const more = name === "diff deletes" ? { ...files, "src/c.txt": "only\n" } : files;
      yield { name: `${name} ${flags.join(" ")}`, files: more, steps: [apply(answer, ...flags), undo, log] };
    }
  }
}

export const cases = [...formatCases(), ...repositoryCases(), ...fileCases(), ...toolCases()];
