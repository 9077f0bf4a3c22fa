// Every command and option in one table: parsing, help and completions read it. No code of a command is loaded here.

import { FORMAT_NAMES } from "../edits/index.ts";
import type { CommandSpec, OptionSpec } from "./arguments.ts";
import { SERVE_ACTIONS } from "./serve/actions.ts";

const FORMAT_CHOICES = ["auto", ...FORMAT_NAMES];

export const GLOBAL_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  "--root": {
    kind: "value",
    value: "DIR",
    help: "the project's folder (default: the nearest one upward with .git or .galley, else this one)",
  },
  "--config": { kind: "value", value: "FILE", help: "use this config instead of your own; serve: the server's config" },
  "--json": { kind: "flag", help: "print only JSON; never prompt" },
  "--yes": {
    kind: "flag",
    help: "answer yes, except for protected paths and commands on the host; a command may create new protected names",
  },
  "--no-color": { kind: "flag", help: "no colour (NO_COLOR works too)" },
  "--quiet": { kind: "flag", help: "print only what was asked for and what went wrong" },
  "--verbose": { kind: "flag", help: "list every file, however many there are" },
  "--version": { kind: "flag", help: "print the version" },
  "--help": { kind: "flag", help: "print help" },
};

const NO_STAGE = {
  kind: "flag",
  help: "do not `git add` what was written",
} as const satisfies OptionSpec;

const PROJECT_SCOPE = {
  kind: "flag",
  help: "install, uninstall: for this project only, in a file that may be shared",
} as const satisfies OptionSpec;

const SETTING_UP = ["install", "uninstall", "status"];
/** As in src/install, whose tables load too much for every start. */
const HOOK_NAMES = ["claude-code", "codex", "gemini", "cursor", "copilot", "opencode"];
const MCP_CLIENT_NAMES = "claude-code claude-desktop codex copilot cursor gemini opencode vscode windsurf zed".split(
  " ",
);

function forEach(words: readonly string[], next: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(words.map((word) => [word, next]));
}

/** What chat and run have in common. */
const TURN = {
  "--model": { kind: "value", value: "NAME", help: "provider/name; else GALLEY_MODEL, else your config" },
  "--mode": {
    kind: "value",
    value: "MODE",
    help: "tools, blocks (for models without tool calling), or auto",
    choices: ["auto", "tools", "blocks"],
  },
  "--permissions": {
    kind: "value",
    value: "NAME",
    help: "plan (the model only reads), ask (default), edits (changes in this folder without a warning are not asked about)",
    choices: ["plan", "ask", "edits"],
  },
  "--context": { kind: "values", value: "PATH…", help: "files the model is shown from the start" },
  "--max-requests": { kind: "value", value: "N", help: "requests to the model in one turn (default: 50)" },
  "--max-tokens": { kind: "value", value: "N", help: "tokens in and out in one turn, where the model reports them" },
  "--max-time": { kind: "value", value: "SECONDS", help: "how long one turn may take, without the time you are asked" },
  "--resume": { kind: "value", value: "SESSION", help: "resume a session, or the last one here" },
  "--no-stage": NO_STAGE,
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const COMMANDS: Readonly<Record<string, CommandSpec>> = {
  apply: {
    name: "apply",
    summary: "read a model's answer, review its edits, write what you approve",
    usage: "galley apply [FILE|-]",
    word: "file",
    options: {
      "--dry-run": { kind: "flag", help: "check every edit, write nothing" },
      "--format": {
        kind: "value",
        value: "NAME",
        help: `one of ${FORMAT_CHOICES.join(", ")}`,
        choices: FORMAT_CHOICES,
      },
      "--context": { kind: "values", value: "PATH…", help: "only these files count as seen by the model" },
      "--lenient": { kind: "flag", help: "accept a near match when one named rule finds exactly one place" },
      "--atomic": { kind: "flag", help: "write everything or nothing" },
      "--no-stage": NO_STAGE,
      "--retry-prompt": { kind: "value", value: "FILE|-", help: "write a message for the model about what failed" },
      "--diff": {
        kind: "flag",
        help: "with --dry-run: print one unified diff for git apply; the report goes to standard error",
      },
      "--clipboard": { kind: "flag", help: "read the answer from the clipboard" },
      "--inbox": { kind: "flag", help: "ask in the inbox: wait until galley inbox answers, in any terminal" },
    },
    examples: [
      "galley apply answer.md",
      "galley apply --clipboard",
      "pbpaste | galley apply",
      "galley apply --dry-run --json answer.md",
      "galley apply --dry-run --diff answer.md | git apply --check",
    ],
  },
  prompt: {
    name: "prompt",
    summary: "print what a web chat needs to reply with edits: instructions, files, a map of the rest",
    usage: "galley prompt [PATH…]",
    word: "file",
    options: {
      "--format": {
        kind: "value",
        value: "NAME",
        help: `how the chat is asked to write edits: ${FORMAT_NAMES.join(", ")} (default: search-replace)`,
        choices: FORMAT_NAMES,
      },
      "--budget": { kind: "value", value: "TOKENS", help: "size of the whole prompt, estimated (default: 32000)" },
      "--clipboard": { kind: "flag", help: "copy it instead of printing it" },
    },
    examples: [
      "galley prompt src/app.ts --clipboard",
      "galley prompt 'src/**/*.ts' --budget 8000",
      "galley prompt | less",
    ],
  },
  review: {
    name: "review",
    summary: "review the changes already on disk, from any agent: keep, revert, edit, comment",
    usage: "galley review [REV]",
    options: {
      "--wait": { kind: "flag", help: "wait until it is reviewed with galley inbox, in any terminal" },
      "--clipboard": { kind: "flag", help: "copy the comments instead of printing them" },
    },
    examples: ["galley review", "galley review main", "galley review | galley run -"],
  },
  tool: {
    name: "tool",
    summary: "one tool call through sandbox, policy and review; exit code 1 if it, or the command it ran, failed",
    usage: "galley tool NAME [JSON|-]",
    word: "tool",
    options: { "--plan": { kind: "flag", help: "do nothing; print what would be asked" }, "--no-stage": NO_STAGE },
    examples: [
      `galley tool read_file '{"path":"README.md"}'`,
      `galley tool edit_file --plan '{"path":"a.txt","old_string":"x","new_string":"y"}'`,
    ],
  },
  chat: {
    name: "chat",
    summary: "a conversation with a model about the files here (galley alone does the same)",
    usage: "galley [chat]",
    options: TURN,
    examples: ["galley", "galley chat --model ollama/qwen3", "galley chat --resume last"],
  },
  run: {
    name: "run",
    summary: "one turn with a model, headless: it reads, proposes, and you say who approves",
    usage: "galley run PROMPT|-",
    options: {
      "--approve": {
        kind: "value",
        value: "WHO",
        help: "ask (you, in the terminal), inbox (galley inbox), none (default: what needs a yes is denied), all (never protected paths)",
        choices: ["ask", "none", "all", "inbox"],
      },
      "--model": TURN["--model"],
      "--mode": TURN["--mode"],
      "--permissions": TURN["--permissions"],
      "--context": TURN["--context"],
      "--max-requests": TURN["--max-requests"],
      "--max-tokens": TURN["--max-tokens"],
      "--max-time": TURN["--max-time"],
      "--resume": TURN["--resume"],
      "--no-stage": TURN["--no-stage"],
    },
    examples: [
      `galley run "what does this project do?"`,
      `galley run --approve ask "rename total to sum in src/price.ts"`,
      `galley run --json --approve all --model ollama/qwen3 "fix the typo in README.md"`,
    ],
  },
  models: {
    name: "models",
    summary: "the model that is configured, the keys that are found, the servers on this machine",
    usage: "galley models",
    options: {},
  },
  undo: {
    name: "undo",
    summary: "undo the last change galley made to files, or the one with this receipt",
    usage: "galley undo [RECEIPT]",
    options: {},
    examples: ["galley undo", "galley undo 0k2mz7e1q-4t8v2c9x"],
  },
  "edit-last": {
    name: "edit-last",
    summary: "open the file of the last change in your editor, at the changed line",
    usage: "galley edit-last [PATH]",
    word: "file",
    options: { "--no-stage": NO_STAGE },
    examples: ["galley edit-last", "galley edit-last src/app.ts", "EDITOR='code --wait' galley edit-last --yes"],
  },
  log: {
    name: "log",
    summary: "the changes galley made to files here, when, and who decided; not what commands did",
    usage: "galley log",
    options: { "--all": { kind: "flag", help: "every folder, not only this one" } },
  },
  inbox: {
    name: "inbox",
    summary: "review questions from other processes: agents, hooks, galley apply --inbox",
    usage: "galley inbox [list | show ID | answer ID apply|reject | watch]",
    word: ["list", "show", "answer", "watch"],
    options: {
      "--reason": { kind: "value", value: "TEXT", help: "answer: why it is rejected, for the model" },
      "--hunks": { kind: "value", value: "0,2", help: "answer: apply only these changes of the file" },
    },
    examples: [
      "galley inbox",
      "galley inbox list --json",
      'galley inbox answer 4t8v2c9x-0k2mz7e1 reject --reason "keep the old name"',
      "galley inbox watch --json",
    ],
  },
  web: {
    name: "web",
    summary: "review in the browser: paste answers, questions from every process, a conversation, undo",
    usage: "galley web",
    options: {
      "--port": {
        kind: "value",
        value: "N",
        help: "the port on this machine; 0 is any (default: the same for a folder)",
      },
      "--no-open": { kind: "flag", help: "only print the URL" },
    },
    examples: ["galley web", "galley web --no-open --port 4000"],
  },
  serve: {
    name: "serve",
    summary: "the inbox of a team on PostgreSQL: agents on any machine ask, people answer in the browser",
    usage: "galley serve | migrate | token create|list|revoke | people list|block|unblock | audit verify|export",
    word: ["migrate", "token", "people", "audit"],
    next: {
      token: ["create", "list", "revoke"],
      people: ["list", "block", "unblock"],
      audit: ["verify", "export"],
    },
    actions: SERVE_ACTIONS,
    options: {
      "--store": { kind: "value", value: "URL", help: "the database: postgres://…; else GALLEY_STORE" },
      "--listen": { kind: "value", value: "HOST:PORT", help: "where to listen (default: 127.0.0.1:8080)" },
      "--url": { kind: "value", value: "URL", help: "how people and machines reach it, where that is another address" },
      "--issuer": { kind: "value", value: "URL", help: "who signs the tokens that people bring: their `iss`" },
      "--audience": { kind: "value", value: "NAME", help: "whom these tokens are for: their `aud`" },
      "--keys": { kind: "value", value: "URL|FILE", help: "the keys that check them: a JWK Set" },
      "--tls-cert": { kind: "value", value: "FILE", help: "the server's certificate, with --tls-key" },
      "--tls-key": { kind: "value", value: "FILE", help: "its key" },
      "--behind-proxy": { kind: "flag", help: "a proxy in front does TLS: listen on a network without it" },
      "--owner": { kind: "value", value: "ID", help: "token create: the person whose agents run on that machine" },
      "--repository": {
        kind: "values",
        value: "NAME…",
        help: "token create: it may ask only about these; audit: only this one",
      },
      "--out": { kind: "value", value: "FILE", help: "token create: into this new file, which only you can read" },
      "--heads": {
        kind: "value",
        value: "FILE",
        help: "audit verify: an earlier report, kept elsewhere, to compare with",
      },
    },
    examples: [
      "galley serve migrate",
      "galley serve --listen 127.0.0.1:8080 --issuer https://id.example.com --audience galley --keys https://id.example.com/keys",
      "galley serve token create ci --repository 'github.com/acme/*'",
      "galley serve audit verify --json > heads.json",
    ],
  },
  acp: {
    name: "acp",
    summary: "an agent for editors (Zed, JetBrains, Neovim …), by the Agent Client Protocol on stdin and stdout",
    usage: "galley acp [--wrap CMD…]",
    setting: [
      "Your editor starts it. In Zed's settings.json (others: docs/guides/acp.md):",
      '"agent_servers": { "Galley": { "type": "custom", "command": "galley", "args": ["acp"] } }',
    ],
    options: {
      "--wrap": {
        kind: "rest",
        value: "CMD…",
        help: "control another ACP agent instead: review what it asks the editor to write; everything after it is that agent's command",
      },
      "--model": TURN["--model"],
      "--mode": TURN["--mode"],
      "--no-stage": NO_STAGE,
    },
    examples: ["galley acp", "galley acp --model ollama/qwen3", "galley acp --wrap gemini --acp"],
  },
  mcp: {
    name: "mcp",
    summary: "an MCP server on standard input and output: the file tools, with review, for any MCP client",
    usage: "galley mcp | galley mcp install|uninstall|status NAME [--project]",
    word: SETTING_UP,
    next: forEach(SETTING_UP, MCP_CLIENT_NAMES),
    names: MCP_CLIENT_NAMES,
    options: {
      "--project": PROJECT_SCOPE,
      "--inbox": { kind: "flag", help: "ask every question in the inbox, never in the client's own form" },
      "--wait": {
        kind: "value",
        value: "SECONDS",
        help: "how long a call waits for an answer before its result is pending (default: 45, at most 50)",
      },
      "--no-stage": NO_STAGE,
    },
    examples: ["galley mcp install claude-code", "galley mcp --root ~/project", "galley mcp --inbox --wait 25"],
  },
  hook: {
    name: "hook",
    summary: "answer another agent's hook: it asks you before that agent changes a file",
    usage: "galley hook NAME | galley hook install|uninstall|status NAME [--project]",
    word: [...SETTING_UP, ...HOOK_NAMES],
    next: forEach(SETTING_UP, HOOK_NAMES),
    names: HOOK_NAMES,
    options: {
      "--limit": {
        kind: "value",
        value: "SECONDS",
        help: "how long galley may take; the agent must wait longer",
      },
      "--project": PROJECT_SCOPE,
    },
    examples: [
      "galley hook install claude-code",
      "galley hook status",
      "galley hook uninstall claude-code",
      "galley hook claude-code < message.json",
    ],
  },
  approvals: {
    name: "approvals",
    summary: "the rules you asked to remember: list them, revoke them",
    usage: "galley approvals [list] | revoke ID | revoke --all",
    word: ["list", "revoke"],
    options: { "--all": { kind: "flag", help: "list, or revoke, the rules of every folder" } },
    examples: ["galley approvals list", "galley approvals revoke 0k2mz7e1q-4t8v2c9x", "galley approvals revoke --all"],
  },
  map: {
    name: "map",
    summary: "what the files here define, the most used first",
    usage: "galley map [PATH…]",
    word: "file",
    options: { "--tokens": { kind: "value", value: "N", help: "size of the map in tokens (default: 4000)" } },
    examples: ["galley map", "galley map src --tokens 1000"],
  },
  config: {
    name: "config",
    summary: "the effective configuration, and where each value comes from",
    usage: "galley config",
    options: {},
    examples: ["galley config", "galley config --config team.json --json"],
  },
  doctor: {
    name: "doctor",
    summary: "what works on this machine, what is missing, and what to do about it",
    usage: "galley doctor",
    options: {},
  },
  completions: {
    name: "completions",
    summary: "print a completion script for your shell",
    usage: "galley completions bash|zsh|fish",
    word: ["bash", "zsh", "fish"],
    options: {},
    examples: [
      "galley completions bash > ~/.local/share/bash-completion/completions/galley",
      `galley completions zsh > "\${fpath[1]}/_galley"`,
      "galley completions fish > ~/.config/fish/completions/galley.fish",
    ],
  },
  demo: {
    name: "demo",
    summary: "a guided demo on a sample project in a temporary folder",
    usage: "galley demo",
    options: {},
  },
};
