// The modules as data: what each may use and do, and the exceptions with their reasons.
// docs/architecture.md shows the same table to people.

export type Module = {
  /** Modules whose entry points may be imported. */
  readonly mayUse: readonly string[];
  /** Runs in a browser too: no Node module, no Node global. */
  readonly neutral?: true;
  /** May import node:fs. Everyone else goes through fs or state. */
  readonly disk?: true;
  /** May name the types that can write to the workspace. */
  readonly writable?: true;
  /** May say where a path leads, and read by names that are resolved on every call. Everyone else is given targets. */
  readonly resolves?: true;
  /** May print. */
  readonly console?: true;
  /** Not exported: reached only through the command line, whose bundles include the packages it uses. */
  readonly bundled?: true;
  /** A second entry point of another module: it may reach that module's own files. */
  readonly partOf?: string;
};

const engine = ["base", "text", "fs", "edits", "approval", "review", "state", "ask", "commit", "symbols", "tools"];
const surface = [...engine, "inbox", "workspace", "network", "agent"];

/** Lowest first: a module uses only modules above it in this list. */
export const MODULES: Readonly<Record<string, Module>> = {
  base: { mayUse: [], neutral: true },
  text: { mayUse: ["base"], neutral: true },
  fs: { mayUse: ["base", "text"], neutral: true, writable: true, resolves: true },
  "fs/node": { mayUse: ["base", "text", "fs"], partOf: "fs", disk: true, writable: true, resolves: true },
  edits: { mayUse: ["base", "text"], neutral: true },
  approval: { mayUse: ["base", "text", "edits"], neutral: true },
  review: { mayUse: ["base", "text", "approval"], neutral: true },
  state: { mayUse: ["base", "text", "approval"], disk: true },
  ask: { mayUse: ["base", "text", "edits", "approval", "state"] },
  commit: { mayUse: ["base", "text", "fs", "edits", "approval", "ask", "state"], writable: true, resolves: true },
  symbols: { mayUse: ["base", "text", "fs", "state"] },
  tools: { mayUse: ["base", "text", "fs", "edits", "approval", "review", "state", "ask", "commit", "symbols"] },
  inbox: { mayUse: ["base", "text", "approval", "review", "state"] },
  // An editor works on a temporary file.
  "terminal/editor": { mayUse: ["base", "text"], partOf: "terminal", disk: true },
  // It reads config files, and keeps text that was typed and not written.
  workspace: { mayUse: [...engine, "fs/node", "inbox", "terminal/editor"], disk: true, writable: true },
  // How requests reach other machines; it knows nothing of who is asked.
  network: { mayUse: ["base"] },
  agent: { mayUse: [...engine, "inbox", "workspace", "network"] },
  compat: { mayUse: [...engine, "inbox", "workspace"] },
  // The controlling terminal is opened as a file.
  terminal: {
    mayUse: ["base", "text", "approval", "review", "terminal/editor"],
    console: true,
    bundled: true,
    disk: true,
  },
  // The page, in a browser; of the server it knows the types of the protocol.
  "web/page": { mayUse: ["base", "text", "approval", "review"], partOf: "web", neutral: true, bundled: true },
  // It reads the built page.
  web: { mayUse: surface, disk: true, bundled: true },
  // The settings of other programs, as text.
  install: { mayUse: ["base", "text"], bundled: true },
  mcp: { mayUse: surface, bundled: true },
  acp: { mayUse: surface, bundled: true },
  hook: { mayUse: surface, bundled: true },
  // What askers, reviewers and the server of a team share; who has a database or a server opens the two below it.
  team: { mayUse: ["base", "approval", "inbox"], bundled: true },
  "team/postgres": { mayUse: ["base", "fs", "approval", "inbox", "team"], partOf: "team", bundled: true },
  "team/remote": { mayUse: ["base", "network", "approval", "inbox", "team"], partOf: "team", bundled: true },
  // The server of a team. It has what the web reviewer's server has of HTTP and of the page.
  serve: { mayUse: ["base", "fs", "approval", "inbox", "web", "team"], disk: true, bundled: true },
  cli: {
    mayUse: [
      ...surface,
      "serve",
      "team",
      "team/postgres",
      "team/remote",
      "compat",
      "fs/node",
      "terminal",
      "web",
      "install",
      "mcp",
      "acp",
      "hook",
    ],
    disk: true,
    writable: true,
    console: true,
    bundled: true,
  },
  testing: {
    mayUse: ["base", "fs", "approval", "ask", "commit", "inbox", "workspace", "agent"],
    writable: true,
    resolves: true,
  },
  // One file per entry point of the package: which names of the modules are promised to others.
  public: {
    mayUse: [...surface, "fs/node", "compat", "terminal/editor", "testing"],
    writable: true,
    resolves: true,
  },
};

/** What lets its holder write to the workspace. Tools and symbols are given `RealFiles`. */
export const WRITABLE_TYPES = ["Filesystem", "Staging", "Repository"];

/** What takes a path for a target without asking a file system, or follows links on every call. */
export const RESOLVING_NAMES = ["asReal", "Files"];

/** Node's own globals, which a browser does not have. */
export const NODE_GLOBALS = ["process", "Buffer", "require", "__dirname", "__filename", "setImmediate"];

/** Path → why it may write to a terminal, or let another program do so. Each takes only what is Printable. */
export const TERMINAL_WRITERS: Readonly<Record<string, string>> = {
  "src/cli/print-at-exit.ts": "standard streams, when the process ends",
  "src/cli/text-io.ts": "standard streams",
  "src/fs/node/container/resident.ts": "its standard output is a pipe to us, in a container",
  "src/terminal/console.ts": "the controlling terminal, line by line",
  "src/terminal/editor/run.ts": "gives the controlling terminal to the user's editor",
  "src/terminal/lines/reviewer.ts": "gives standard output to the user's pager",
  "src/terminal/reviewer/tty.ts": "the controlling terminal as a whole",
};

/** The one file that makes a text printable. */
export const PRINTABLE = "src/text/reveal/printable.ts";

/** Words for our own machinery that no person should have to read. */
export const UNSAID = /\b(hash|hashes|digest|digests|sha-?256)\b/i;

/** A message, or what a message says, that is searched, rewritten or compared with a sentence. */
export const READS_MESSAGE =
  /\b(?:message|reason|why|warning)\??\.(?:startsWith|endsWith|includes|indexOf|match|matchAll|replace|replaceAll|search)\(|\.(?:test|exec)\((?:\w+\.)*(?:message|reason|why|warning)\)|\b(?:message|reason|why|warning) [!=]== "\w+ /;

/** Path → whose messages it reads: those of other programs, which offer nothing else. */
export const FOREIGN_MESSAGES: Readonly<Record<string, string>> = {
  "src/agent/providers/errors.ts": "model servers and the AI SDK",
  "src/agent/providers/open-model.ts": "Node, about a package that is not installed",
  "src/fs/node/container/engine.ts": "container engines",
  "src/base/issues.ts": "zod, about a value",
  "src/fs/search/grep.ts": "re2js, about a pattern",
  "src/testing/filesystem/subject.ts": "any backend, in its contract suite",
  "src/edits/diagnose/explain.ts": "its own unfinished message: whether it has lines yet",
};

export const BANNED_NAMES = ["util", "utils", "helper", "helpers", "common", "manager", "misc"];

export const MAX_LINES = 500;

/** Source files in one folder, tests not counted. */
export const MAX_FILES = 24;

/** Path → why it may be longer. */
export const LONG_FILES: Readonly<Record<string, string>> = {};
