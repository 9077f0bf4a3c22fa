// Makes V8's code caches for the bundles in a folder: runs the commands people wait for on a small folder, with providers
// that answer from here, then keeps what was compiled. What is not run here is compiled when it is needed; what is run
// here is loaded on every start, needed or not. Must wrap the source exactly as src/cli/load-bundle.ts does, or the cache
// is refused.

const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { Script } = require("node:vm");

const [, , bundles] = process.argv;
const loaded = new Map();

function load(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known.module.exports;
  const filename = join(bundles, name);
  const wrapped = `(function (module, exports, require, __filename) {${readFileSync(filename, "latin1")}\n})`;
  const script = new Script(wrapped, { filename: name }); // The cache keeps it, and errors show it wherever galley is installed.
  const module = { exports: {} };
  loaded.set(name, { script, module });
  const besides = Object.assign((id) => (id.startsWith("./") ? load(id.slice(2)) : require(id)), require);
  script.runInThisContext()(module, module.exports, besides, filename);
  return module.exports;
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

async function warm(folder) {
  const { runCommand } = load("app.js");
  const args = (words, flags, values = {}) => ({
    flags: new Set(flags),
    values: new Map([["--root", [folder]], ...Object.entries(values).map(([name, value]) => [name, [value]])]),
    words,
    doubtful: null,
  });
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "a.txt"), `${LINES.join("\n")}\n`);
  writeFileSync(join(folder, "sub/b.txt"), `${LINES.join("\r\n")}\r\n`);
  process.env.XDG_STATE_HOME = join(folder, "state");
  process.env.XDG_CONFIG_HOME = join(folder, "config");
  await runCommand("tool", args(["read_file", '{"path":"a.txt"}'], ["--json"]));
  const file = join(folder, "answer.md");
  writeFileSync(file, ANSWER);
  await runCommand("apply", args([file], ["--dry-run", "--json"]));
  await runCommand("apply", args([file], ["--yes"]));
  await runCommand("undo", args([], []));
  await runCommand("log", args([], []));
  globalThis.fetch = async (url) => new Response(answerOf(String(url)), { headers: SERVER_SENT });
  for (const [model, key] of MODELS) {
    process.env[key] = "none";
    await runCommand("run", args(["go"], [], { "--model": model, "--approve": "none" }));
    await runCommand("run", args(["go"], ["--json"], { "--model": model, "--approve": "none", "--mode": "blocks" }));
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

const folder = mkdtempSync(join(tmpdir(), "galley-warm-"));
warm(folder)
  .then(() => {
    for (const [name, { script }] of loaded) writeFileSync(join(bundles, `${name}.cache`), script.createCachedData());
  })
  .catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  })
  .finally(() => rmSync(folder, { recursive: true, force: true }));
