// What this machine offers, each tried and not guessed: programs are run, folders are opened, the state folder is
// locked once. Nothing in the workspace is touched.

import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { isFailure } from "../base/index.ts";
import { findRipgrep, NO_BUBBLEWRAP, openHostFiles, whyNotConfined } from "../fs/node/index.ts";
import { openState, stateDirectory } from "../state/index.ts";
import { wantsColour } from "../terminal/index.ts";
import { hasTerminal } from "./reviewer.ts";
import type { Settings } from "./settings.ts";
import { isTerminalOutput } from "./text-io.ts";
import { openWorkspace } from "./workspace.ts";

/** `missing` is not there; `broken` is there and does not work. */
export type Check = {
  readonly name: string;
  readonly status: "ok" | "missing" | "broken";
  /** Galley's main job does not work without it. */
  readonly needed: boolean;
  readonly found: string;
  /** What follows from it, and what to do; null where nothing is to be said. */
  readonly means: string | null;
  readonly todo: string | null;
};

/** Every check, the needed ones first. */
export async function checkMachine(settings: Settings): Promise<readonly Check[]> {
  return [
    checkNode(process.versions.node),
    checkFolder(settings.root),
    await checkConfig(settings),
    await checkState(settings),
    checkWalk(settings.root),
    checkGit(),
    checkRipgrep(),
    await checkContainers(settings),
    checkBubblewrap(),
    checkTerminal(),
    checkColour(settings),
    checkUnicode(settings.environment),
  ];
}

function good(name: string, found: string, needed = false): Check {
  return { name, status: "ok", needed, found, means: null, todo: null };
}

const NODE = [20, 19] as const;

function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > NODE[0] || (major === NODE[0] && minor >= NODE[1])) return good("node", version, true);
  return {
    name: "node",
    status: "broken",
    needed: true,
    found: version,
    means: "Galley is made for Node 20.19 and newer; anything may fail with an older one.",
    todo: "Install a newer Node.",
  };
}

function checkFolder(root: string): Check {
  const bad = (found: string, todo: string): Check => ({
    name: "folder",
    status: "broken",
    needed: true,
    found,
    means: "There is no folder to work in.",
    todo,
  });
  try {
    if (!fs.statSync(root).isDirectory()) return bad(`${root} is not a folder`, "Name a folder with --root.");
    fs.accessSync(root, fs.constants.R_OK | fs.constants.X_OK);
  } catch (error) {
    return bad(`${root} cannot be opened (${codeOf(error)})`, "Name another folder with --root, or change its rights.");
  }
  try {
    fs.accessSync(root, fs.constants.W_OK);
    return good("folder", root, true);
  } catch {
    const means = "Files here can be read but not changed.";
    return { ...good("folder", `${root}, not writable`, true), means };
  }
}

async function checkConfig(settings: Settings): Promise<Check> {
  try {
    const { warnings } = await openWorkspace(settings);
    const found = warnings.length === 0 ? "nothing wrong" : "usable, with remarks";
    const remarks = warnings.length === 0 ? null : warnings.join(" ");
    return { ...good("config", found, true), means: remarks, todo: remarks && "See it with: galley config" };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return {
      name: "config",
      status: "broken",
      needed: true,
      found: error.message,
      means: "No command that works on files runs until this is right.",
      todo: "Correct it as said, or use another with --config.",
    };
  }
}

const PATIENCE_MS = 2_000;

async function checkState({ environment, signal }: Settings): Promise<Check> {
  const directory = stateDirectory(environment);
  const state = openState({ directory, patienceMs: PATIENCE_MS });
  try {
    await state.withLock({ signal }, async () => {});
    const { problem } = state.rules.list();
    return { ...good("state folder", directory, true), means: problem, todo: null };
  } catch (error) {
    if (!isFailure(error, "IO")) throw error;
    return {
      name: "state folder",
      status: "broken",
      needed: true,
      found: `${directory}: ${error.message}`,
      means: "Nothing can be written, because what cannot be undone is not done. Reading and dry runs work.",
      todo: "Make it writable for you, or set XDG_STATE_HOME to a folder that is.",
    };
  }
}

function checkWalk(root: string): Check {
  try {
    openHostFiles({ root: fs.existsSync(root) ? root : "/", walk: "descriptors" }).close();
    return good("race-proof walk", "/proc shows our descriptors");
  } catch (error) {
    if (!isFailure(error)) throw error;
    return {
      name: "race-proof walk",
      status: "missing",
      needed: false,
      found: "/proc does not show a process its own descriptors",
      means:
        "Paths are checked by name, step by step; a hostile process that swaps folders at the right instant is not excluded.",
      todo: "On Linux, mount /proc. Elsewhere keep untrusted processes out of the folder.",
    };
  }
}

function checkGit(): Check {
  const git = run("git", ["--version"]);
  if (git.kind === "ran") return good("git", firstLine(git.out));
  return lacking("git", git, {
    means: "Changes are written but not staged; .gitignore is still honoured.",
    todo: "Install git, or pass --no-stage.",
  });
}

/** The binary comes with a package for each platform; npm leaves it out where there is none, or with --omit=optional. */
function checkRipgrep(): Check {
  const binary = findRipgrep();
  const version: Run = binary === null ? { kind: "absent" } : run(binary, ["--version"]);
  if (version.kind === "ran") return good("ripgrep", firstLine(version.out));
  return lacking("ripgrep", version, {
    means: "grep and glob use the built-in engine: the same results, slower on large folders.",
    todo: "Install galley again without --omit=optional, so that npm brings the binary for this platform.",
  });
}

// The engine is asked, not only its client: docker without its service can do nothing.
const ENGINES = [
  ["podman", ["info", "--format", "{{.Version.Version}}"]],
  ["docker", ["version", "--format", "{{.Server.Version}}"]],
] as const;

async function checkContainers(settings: Settings): Promise<Check> {
  const tried = ENGINES.map(([name, args]) => ({ name, result: run(name, args) }));
  const working = tried.flatMap(({ name, result }) =>
    result.kind === "ran" ? [`${name} ${firstLine(result.out)}`] : [],
  );
  if (working.length > 0) return checkConfigured(settings, working.join(", "));
  const failed = tried.find(({ result }) => result.kind === "failed");
  const result = failed?.result ?? { kind: "absent" };
  const words = { means: "A sandbox cannot be a container.", todo: "Install podman, or docker and start its service." };
  const check = lacking("containers", result, words);
  return failed
    ? { ...check, found: `${failed.name} ${check.found}` }
    : { ...check, found: "neither podman nor docker" };
}

/** An engine that answers may still not start what the config asks for: the image, the limits, the mounts. */
async function checkConfigured(settings: Settings, engines: string): Promise<Check> {
  const { tryContainers } = await import("./container-check.ts");
  const tried = await tryContainers(settings);
  const broken = tried.filter(({ problem }) => problem !== null);
  const started = tried.filter(({ problem }) => problem === null).map(({ sandbox }) => sandbox);
  if (broken.length === 0) {
    const found = started.length === 0 ? engines : `${engines}; started: ${started.join(", ")}`;
    // Elsewhere our own Node cannot run in a container, which always is Linux.
    const isOwn = process.platform === "linux";
    return { ...good("containers", found), means: isOwn ? null : "An image must have Node 20.19 or newer in it." };
  }
  return {
    name: "containers",
    status: "broken",
    needed: false,
    found: broken.map(({ sandbox, problem }) => `${sandbox}: ${problem}`).join(" "),
    means: `Nothing works in ${broken.map(({ sandbox }) => sandbox).join(", ")}.`,
    todo: "Do as said there; docs/containers.md tells more.",
  };
}

function checkBubblewrap(): Check {
  const trouble = whyNotConfined();
  if (trouble === null) return good("bubblewrap", "makes a sandbox");
  const tried: Run = trouble === NO_BUBBLEWRAP ? { kind: "absent" } : { kind: "failed", why: trouble };
  return lacking("bubblewrap", tried, {
    means: "A shell command cannot be confined without a container.",
    todo: "Install bubblewrap, and allow unprivileged user namespaces if it is there and fails.",
  });
}

function checkTerminal(): Check {
  if (hasTerminal()) return good("terminal", "questions can be asked");
  return {
    name: "terminal",
    status: "missing",
    needed: false,
    found: "no controlling terminal",
    means: "Nobody can be asked here: what needs a yes is denied.",
    todo: "Run galley in a terminal, pass --yes, or allow it with a rule.",
  };
}

function checkColour({ colour, environment }: Settings): Check {
  if (colour && wantsColour(environment, { isTTY: isTerminalOutput() })) return good("colour", "on");
  return {
    ...good("colour", "off"),
    means: "The output is no terminal, or --no-color, NO_COLOR or TERM=dumb says so.",
    todo: null,
  };
}

function checkUnicode(environment: NodeJS.ProcessEnv): Check {
  const locale = environment["LC_ALL"] || environment["LC_CTYPE"] || environment["LANG"] || "";
  if (/utf-?8/i.test(locale)) return good("unicode", locale);
  return {
    name: "unicode",
    status: "missing",
    needed: false,
    found: locale === "" ? "no locale is set" : `the locale is ${locale}`,
    means: "Frames and marks may show as other characters. Files are not affected.",
    todo: "Set LANG to a UTF-8 locale, such as C.UTF-8.",
  };
}

type Run =
  | { readonly kind: "ran"; readonly out: string }
  | { readonly kind: "absent" }
  | { readonly kind: "failed"; readonly why: string };

// A program that hangs must not hang the doctor.
const TIMEOUT_MS = 10_000;

function run(program: string, args: readonly string[]): Run {
  const ran = spawnSync(program, args, { encoding: "utf8", timeout: TIMEOUT_MS, stdio: ["ignore", "pipe", "pipe"] });
  if (ran.error) {
    const code = codeOf(ran.error);
    return code === "ENOENT" ? { kind: "absent" } : { kind: "failed", why: code };
  }
  if (ran.status === 0) return { kind: "ran", out: ran.stdout };
  return { kind: "failed", why: firstLine(ran.stderr) || `exit code ${ran.status ?? ran.signal}` };
}

function lacking(name: string, result: Run, words: { readonly means: string; readonly todo: string }): Check {
  const isThere = result.kind === "failed";
  const found = isThere ? `is there but fails: ${result.why}` : "not found";
  return { name, status: isThere ? "broken" : "missing", needed: false, found, ...words };
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
