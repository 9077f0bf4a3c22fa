// Runs the commands people wait for on a small folder, with a server of providers that runs here. `warm.cjs FOLDER record FILE`
// writes which chunks each kind of command loads; `warm.cjs FOLDER cache` makes V8's code caches for the packs in FOLDER, and
// `warm.cjs FOLDER terminal`, on a terminal that warm-terminal.mjs types into, for those that need one.
// What is not run here is compiled when it is needed; what is run here is loaded with its pack, needed or not. Loads packs as
// src/cli/start/load-pack.ts does.

const fs = require("node:fs");
const { existsSync, fstatSync, mkdirSync, mkdtempSync, readFileSync, readSync, rmSync, writeFileSync } = fs;
const { createServer } = require("node:http");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { Script } = require("node:vm");

const [, , packs, task, file] = process.argv;
const opened = new Map();
const HOOKS = ["hook", "change"]; // They start with a pack of their own, which has copies of other chunks.

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
function createLoader(kind) {
  const loaded = new Map();
  const copies = new Map();
  const take = (pack, name) => {
    const { chunks } = openPack(pack);
    // Only a hook's process has opened one of its packs.
    if (HOOKS.includes(kind)) {
      for (const [id, chunk] of Object.entries(chunks)) if (id.includes(":")) copies.set(id, chunk);
    }
    return chunks[name];
  };
  const load = Object.assign((id) => {
    if (loaded.has(id)) return loaded.get(id);
    const [, pack, name] = /^(?!node:)([^:]+):(.+)$/.exec(id) ?? [];
    if (pack === undefined) return require(id);
    const module = { exports: {} };
    loaded.set(id, module.exports);
    const chunk = copies.get(id) ?? take(pack, name);
    chunk(module, module.exports, load, join(packs, `${pack}.js`));
    return module.exports;
  }, require);
  return { load, names: () => [...loaded.keys()].map((id) => id.split(":")[1]) };
}

const block = (path, find, put) =>
  `${path}\n\u00ab\u00ab\u00ab EDIT\n${find}\u2550\u2550\u2550\u2550\u2550\u2550\u2550 REPL\n${put}\u00bb\u00bb\u00bb EDIT END\n\n`;
const LINES = Array.from({ length: 40 }, (_, at) => `line ${at} of it`);
// Edits after each other in two files, one of them on what another wrote.
const ANSWER = [
  block("a.txt", "line 3 of it\n", "line 3\nand more\n"),
  block("a.txt", "line 9 of it\nline 10 of it\n", "line 9 of it\n"),
  block("a.txt", "and more\nline 4 of it\n", "and less\n"),
  block("sub/b.txt", "line 5 of it\n", "five\n"),
  block("sub/b.txt", "line 7 of it\n", "seven\n"),
].join("");

/** The kinds of commands, each in a loader of its own; `done` is called after each. Throws when one of them fails. */
async function runAll({ folder, home }, done) {
  const args = argumentsIn(folder);
  const run = async (kind, calls) => {
    const { load, names } = createLoader(kind);
    const start = HOOKS.includes(kind) ? load(firstOfHook()) : null;
    const loadApp = async () => load("app:app");
    for (const [name, given, input] of calls) {
      if (input !== undefined) giveInput(input);
      const code = await (start === null
        ? load("app:app").runCommand(name, given)
        : start.callCommand([name, ...given.words], loadApp));
      // What fails loads less than what it was meant to show.
      if (code !== 0) throw new Error(`${name} ${given.words.join(" ")} ended with ${code}`);
    }
    if (kind === "change" && !names().some((name) => name.startsWith("delegate-")))
      throw new Error("the change that a hook asks about was not allowed");
    done(kind, names());
  };
  const answer = prepare({ folder, home });
  await run("read", [["tool", args(["read_file", '{"path":"a.txt"}'], [])]]);
  await run("edit", [
    ["apply", args([answer], ["--dry-run", "--json"])],
    ["apply", args([answer], ["--dry-run"])],
  ]);
  await run("write", [
    ["apply", args([answer], ["--yes"])],
    ["undo", args([], [])],
    ["log", args([], [])],
  ]);
  mkdirSync(join(home, "config", "galley"), { recursive: true });
  const allow = {
    policy: [
      { effect: "allow", tool: "read_file" },
      { effect: "allow", tool: "edit_file" },
    ],
  };
  writeFileSync(join(home, "config", "galley", "config.json"), JSON.stringify(allow));
  await run("hook", [hooked(folder, "PreToolUse", "Read", { file_path: join(folder, "a.txt") })]);
  await run("change", [
    hooked(folder, "PreToolUse", "Edit", EDIT(join(folder, "a.txt"))),
    hooked(folder, "PostToolUse", "Edit", EDIT(join(folder, "a.txt"))),
  ]);
  const server = await startServer();
  for (const [model, key] of MODELS) {
    const [provider] = model.split("/");
    process.env[key] = "none";
    const base_url = `http://127.0.0.1:${server.address().port}/${provider}`;
    const config = join(folder, `${provider}.json`);
    writeFileSync(config, JSON.stringify({ model, base_url }));
    await run(`provider-${provider}`, [
      ["run", args(["go"], [], { "--config": config, "--approve": "none" })],
      ["run", args(["go"], ["--json"], { "--config": config, "--approve": "none", "--mode": "blocks" })],
    ]);
  }
  server.close().closeAllConnections();
}

/** What is asked on a terminal and a conversation; keys are typed by warm-terminal.mjs. */
async function runOnTerminal({ folder, home }, done) {
  const args = argumentsIn(folder);
  const answer = prepare({ folder, home });
  const many = join(folder, "many.md");
  writeFileSync(many, Array.from({ length: 8 }, (_, at) => block(`new/${at}.txt`, "", `file ${at}\n`)).join(""));
  const server = await startServer();
  const config = join(folder, "config.json");
  process.env.OPENAI_API_KEY = "none";
  writeFileSync(
    config,
    JSON.stringify({ model: "openai/gpt-x", base_url: `http://127.0.0.1:${server.address().port}` }),
  );
  try {
    const run = async (name, given) => {
      const code = await createLoader(name).load("app:app").runCommand(name, given);
      if (code !== 0) throw new Error(`${name} on a terminal ended with ${code}`);
    };
    await run("apply", args([answer], []));
    await run("apply", args([many], []));
    done("review", []);
    await run("chat", args([], [], { "--config": config }));
    done("chat", []);
  } finally {
    server.close().closeAllConnections();
  }
}

function argumentsIn(folder) {
  return (words, flags, values = {}) => ({
    flags: new Set(flags),
    values: new Map([["--root", [folder]], ...Object.entries(values).map(([name, value]) => [name, [value]])]),
    words,
    doubtful: null,
  });
}

/** Two files, and an answer that edits them; gives where the answer is. */
function prepare({ folder, home }) {
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "a.txt"), `${LINES.join("\n")}\n`);
  writeFileSync(join(folder, "sub/b.txt"), `${LINES.join("\r\n")}\r\n`);
  const answer = join(folder, "answer.md");
  writeFileSync(answer, ANSWER);
  process.env.XDG_STATE_HOME = join(home, "state");
  process.env.XDG_CONFIG_HOME = join(home, "config");
  return answer;
}

/** While recording, each chunk is a pack of its own. */
function firstOfHook() {
  return task === "record" ? "command-line:command-line" : "hook:command-line";
}

const EDIT = (path) => ({ file_path: path, old_string: "line 3 of it", new_string: "three", replace_all: false });

/** A message of an agent's hook. */
function hooked(folder, event, tool, input) {
  const names = { hook_event_name: event, tool_name: tool, tool_input: input, tool_use_id: "1" };
  const message = JSON.stringify({ session_id: "s", cwd: folder, ...names });
  return ["hook", { flags: new Set(), values: new Map(), words: ["claude-code"], doubtful: null }, message];
}

/** As a socket: an agent in Node sends its messages through one. */
function giveInput(text) {
  let rest = Buffer.from(text);
  const answers =
    (real, own) =>
    (descriptor, ...more) =>
      descriptor > 1 ? real(descriptor, ...more) : own(...more);
  const socket = { isFIFO: () => false, isSocket: () => true, isCharacterDevice: () => false };
  fs.fstatSync = answers(fstatSync, () => socket);
  fs.readSync = answers(readSync, (buffer) => {
    const count = rest.copy(buffer);
    rest = rest.subarray(count);
    return count;
  });
  process.binding = () => ({
    Pipe: class {
      open = () => 0;
    },
  });
}

const MODELS = [
  ["openai/gpt-x", "OPENAI_API_KEY"],
  ["anthropic/claude-x", "ANTHROPIC_API_KEY"],
  ["google/gemini-x", "GOOGLE_GENERATIVE_AI_API_KEY"],
  ["openrouter/any/x", "OPENROUTER_API_KEY"],
];

/** A server of every provider. Where a model is asked for its window, this answer has none. */
function startServer() {
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(answerOf(request.url));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** A few words in the provider's protocol. */
function answerOf(url) {
  const words = ["# Nothing\n\n- to **do**\n", "\n```js\nconst a = 1;\n```\n", "\nin `a.txt`: ", "end of it."];
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

const scratch = mkdtempSync(join(tmpdir(), "galley-warm-"));
const places = { folder: join(scratch, "work"), home: join(scratch, "home") }; // A hook takes no config from its project.
for (const path of Object.values(places)) mkdirSync(path);
const recorded = {};
(task === "terminal" ? runOnTerminal : runAll)(places, (kind, names) => {
  recorded[kind] = names;
  // After the short commands and after each provider: reading a function that is not called costs much less than compiling
  // one that is, but a run of an agent calls very many.
  if (task === "record" || (task === "cache" && kind !== "change" && !kind.startsWith("provider-"))) return;
  for (const [name, { script }] of opened) {
    const cache = join(packs, `${name}.js.cache`);
    if (!existsSync(cache)) writeFileSync(cache, script.createCachedData());
  }
})
  .then(() => {
    if (task === "record") writeFileSync(file, JSON.stringify(recorded));
  })
  .catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  })
  .finally(() => rmSync(scratch, { recursive: true, force: true }));
