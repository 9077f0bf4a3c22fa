// Runs the commands people wait for on a small folder, with providers that answer from here. `warm.cjs FOLDER record FILE`
// writes which chunks each kind of command loads; `warm.cjs FOLDER cache` makes V8's code caches for the packs in FOLDER.
// What is not run here is compiled when it is needed; what is run here is loaded with its pack, needed or not. Loads packs as
// src/cli/load-pack.ts does.

const { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { Script } = require("node:vm");

const [, , packs, task, file] = process.argv;
const opened = new Map();

function openPack(name) {
  const known = opened.get(name);
  if (known !== undefined) return known;
  // The cache keeps this name, and errors show it wherever galley is installed.
  const script = new Script(readFileSync(join(packs, `${name}.js`), "latin1"), { filename: `${name}.js` });
  const pack = { script, chunks: script.runInThisContext() };
  opened.set(name, pack);
  return pack;
}

/** Loads chunks as a process of its own does: none is set up yet. `names` are those that were. */
function createLoader() {
  const loaded = new Map();
  const load = Object.assign((id) => {
    if (loaded.has(id)) return loaded.get(id);
    const [, pack, name] = /^(?!node:)([^:]+):(.+)$/.exec(id) ?? [];
    if (pack === undefined) return require(id);
    const module = { exports: {} };
    loaded.set(id, module.exports);
    openPack(pack).chunks[name](module, module.exports, load, join(packs, `${pack}.js`));
    return module.exports;
  }, require);
  return { load, names: () => [...loaded.keys()].map((id) => id.split(":")[1]) };
}

const block = (path, find, put) =>
  `${path}\n\u00ab\u00ab\u00ab EDIT\n${find}\n\u2550\u2550\u2550\u2550\u2550\u2550\u2550 REPL\n${put}\n\u00bb\u00bb\u00bb EDIT END\n\n`;
const LINES = Array.from({ length: 40 }, (_, at) => `line ${at} of it`);
// Edits after each other in two files, one of them on what another wrote.
const ANSWER = [
  block("a.txt", "line 3 of it", "line 3\nand more"),
  block("a.txt", "line 9 of it\nline 10 of it", "line 9 of it"),
  block("a.txt", "and more\nline 4 of it", "and less"),
  block("sub/b.txt", "line 5 of it", "five"),
  block("sub/b.txt", "line 7 of it", "seven"),
].join("");

/** The kinds of commands, each in a loader of its own; `done` is called after each. */
async function runAll(folder, done) {
  const args = (words, flags, values = {}) => ({
    flags: new Set(flags),
    values: new Map([["--root", [folder]], ...Object.entries(values).map(([name, value]) => [name, [value]])]),
    words,
    doubtful: null,
  });
  const run = async (shared, pack, calls) => {
    const { load, names } = createLoader();
    const { runCommand } = load("app:app");
    for (const [name, given] of calls) await runCommand(name, given);
    done(shared, pack, names());
  };
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "a.txt"), `${LINES.join("\n")}\n`);
  writeFileSync(join(folder, "sub/b.txt"), `${LINES.join("\r\n")}\r\n`);
  const answer = join(folder, "answer.md");
  writeFileSync(answer, ANSWER);
  process.env.XDG_STATE_HOME = join(folder, "state");
  process.env.XDG_CONFIG_HOME = join(folder, "config");
  await run("app", "read", [["tool", args(["read_file", '{"path":"a.txt"}'], [])]]);
  await run("app", "edit", [
    ["apply", args([answer], ["--dry-run", "--json"])],
    ["apply", args([answer], ["--dry-run"])],
  ]);
  await run("write", "write", [
    ["apply", args([answer], ["--yes"])],
    ["undo", args([], [])],
    ["log", args([], [])],
  ]);
  globalThis.fetch = async (url) => new Response(answerOf(String(url)), { headers: SERVER_SENT });
  for (const [model, key] of MODELS) {
    process.env[key] = "none";
    await run("agent", `provider-${model.split("/")[0]}`, [
      ["run", args(["go"], [], { "--model": model, "--approve": "none" })],
      ["run", args(["go"], ["--json"], { "--model": model, "--approve": "none", "--mode": "blocks" })],
    ]);
  }
}

const MODELS = [
  ["openai/gpt-x", "OPENAI_API_KEY"],
  ["anthropic/claude-x", "ANTHROPIC_API_KEY"],
  ["google/gemini-x", "GOOGLE_GENERATIVE_AI_API_KEY"],
  ["openrouter/any/x", "OPENROUTER_API_KEY"],
];
const SERVER_SENT = { "content-type": "text/event-stream" };

/** A few words in the provider's protocol. */
function answerOf(url) {
  const words = ["Nothing ", "to ", "do."];
  if (url.includes("anthropic"))
    return sent([
      {
        type: "message_start",
        message: {
          id: "m",
          type: "message",
          role: "assistant",
          model: "x",
          content: [],
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      ...words.map((text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 3 } },
      { type: "message_stop" },
    ]);
  if (url.includes("google"))
    return sent(
      words.map((text, at) => ({
        candidates: [
          {
            content: { role: "model", parts: [{ text }] },
            ...(at === words.length - 1 ? { finishReason: "STOP" } : {}),
          },
        ],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 3, totalTokenCount: 4 },
      })),
    );
  const frame = { id: "c", object: "chat.completion.chunk", created: 1, model: "x" };
  return sent([
    ...words.map((content) => ({ ...frame, choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
    { ...frame, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  ]);
}

function sent(events) {
  return events
    .map((event) => `${event.type ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`)
    .join("");
}

/** What several kinds of one group load is the group's own pack, which comes first; the rest is a pack for each kind. */
function packsOf(recorded) {
  return Object.fromEntries(
    Object.entries(recorded).flatMap(([shared, kinds]) => {
      const all = Object.values(kinds).flat();
      const isShared = (name) => all.indexOf(name) !== all.lastIndexOf(name);
      const own = Object.entries(kinds).map(([pack, names]) => [pack, names.filter((name) => !isShared(name))]);
      return [[shared, [...new Set(all.filter(isShared))]], ...own];
    }),
  );
}

const folder = mkdtempSync(join(tmpdir(), "galley-warm-"));
const recorded = {};
runAll(folder, (shared, pack, names) => {
  recorded[shared] = { ...recorded[shared], [pack]: names };
  if (task !== "cache") return;
  // Each cache is made when its own commands have run, without what later ones compile in the same pack.
  for (const [name, { script }] of opened) {
    const cache = join(packs, `${name}.js.cache`);
    if (!existsSync(cache)) writeFileSync(cache, script.createCachedData());
  }
})
  .then(() => {
    if (task === "record") writeFileSync(file, JSON.stringify(packsOf(recorded)));
  })
  .catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  })
  .finally(() => rmSync(folder, { recursive: true, force: true }));
