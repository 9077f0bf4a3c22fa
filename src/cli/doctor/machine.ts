// What this machine offers, each tried and not guessed: programs are run, folders are opened, the state folder is
// locked once. Nothing in the workspace is touched.

import * as fs from "node:fs";
import { isFailure } from "../../base/index.ts";
import { filtersSystemCalls, findRipgrep, hasBubblewrap, openHostFiles, whyNotConfined } from "../../fs/node/index.ts";
import { describeProxies } from "../../network/index.ts";
import { openState, stateDirectory } from "../../state/index.ts";
import { wantsColour } from "../../terminal/index.ts";
import { codeOf, firstLine, good, lacking, tryProgram, type Check, type Run, type Search } from "./check.ts";
import { checkContainers } from "./container-check.ts";
import { checkMcpServers } from "./mcp-check.ts";
import { configuredTeam, type ConfiguredTeam } from "../inbox/configured-team.ts";
import { checkTeamInbox } from "./team-check.ts";
import { effectiveConfig, loadConfig, openLocal, workspaceFolders } from "../../workspace/index.ts";
import { hasTerminal } from "../reviewer.ts";
import { pageFolder } from "../package-folder.ts";
import type { Settings } from "../settings.ts";
import { isTerminalOutput } from "../text-io.ts";

/** Every check, the needed ones first. */
export async function checkMachine(settings: Settings): Promise<readonly Check[]> {
  const search = { environment: settings.environment, outside: await foldersOf(settings) };
  const team = await configuredTeam(settings);
  return [
    checkNode(process.versions.node),
    checkFolder(settings),
    await checkConfig(settings),
    await checkState(settings),
    checkWalk(settings.root),
    checkGit(search),
    checkRipgrep(search),
    await checkContainers(settings, search),
    ...(await checkMcpServers(settings, search)),
    checkProxy(settings),
    ...(await checkTeamInbox(team, settings)),
    checkBubblewrap(),
    checkTerminal(team),
    checkPage(),
    checkColour(settings),
    checkUnicode(settings.environment),
  ];
}

/** A config that cannot be read names no folder; its own check says what is wrong with it. */
async function foldersOf({ root, config: given, environment }: Settings): Promise<readonly string[]> {
  try {
    const { user, project } = await loadConfig({ root, given, environment });
    return workspaceFolders(effectiveConfig(user, project).sandboxes, { folder: user?.folder ?? root, root });
  } catch (error) {
    if (isFailure(error)) return [root];
    throw error;
  }
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
    means: "Galley needs Node 20.19 or newer; anything may fail with an older one.",
    todo: "Install a newer Node.",
  };
}

function checkFolder({ root, project }: Settings): Check {
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
    return { ...good("folder", root, true), means: whyFolder(project) };
  } catch {
    const means = `${whyFolder(project)} Files here can be read but not changed.`;
    return { ...good("folder", `${root}, not writable`, true), means };
  }
}

/** How the root was chosen. */
function whyFolder(project: Settings["project"]): string {
  if (project === null) return "It is the folder that --root names.";
  const passed = project.passed.map(({ folder, why }) => ` ${folder} is not used: ${why}.`).join("");
  return project.marker === null
    ? `It is the current folder: no folder of yours from here upward has .git or .galley.${passed}`
    : `It is the nearest folder, from the current one upward, with ${project.marker}.${passed}`;
}

async function checkConfig(settings: Settings): Promise<Check> {
  try {
    const { warnings } = await openLocal({ ...settings, rootNote: null, warned: "by-caller" });
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
      todo: "Correct it, or use another file with --config.",
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
      means: "Nothing can be written, because every change must be undoable. Reading and dry runs work.",
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

function checkGit(search: Search): Check {
  const git = tryProgram("git", ["--version"], search);
  if (git.kind === "ran") return good("git", firstLine(git.out));
  return lacking("git", git, {
    means: "Changes are written but not staged; .gitignore is still honoured.",
    todo: "Install git, or pass --no-stage.",
  });
}

/** The binary comes with a package for each platform; npm leaves it out where there is none, or with --omit=optional. */
function checkRipgrep(search: Search): Check {
  const binary = findRipgrep();
  const version: Run = binary === null ? { kind: "absent" } : tryProgram(binary, ["--version"], search);
  if (version.kind === "ran") return good("ripgrep", firstLine(version.out));
  return lacking("ripgrep", version, {
    means: "grep and glob use the built-in engine: the same results, slower on large folders.",
    todo: "Install galley again without --omit=optional, so that npm brings the binary for this platform.",
  });
}

/** Named, and not tried: the doctor opens no connection. */
function checkProxy({ environment }: Settings): Check {
  const { proxies, except } = describeProxies(environment);
  const wrong = proxies.flatMap(({ problem }) => problem ?? []);
  if (wrong.length > 0)
    return {
      name: "proxy",
      status: "broken",
      needed: false,
      found: wrong.join(" "),
      means: "No model on another machine can be asked.",
      todo: "Correct the variable, or unset it.",
    };
  if (proxies.length === 0) return good("proxy", "none");
  const named = proxies.map(({ variable, for: scheme, address }) => `${address} for ${scheme} (${variable})`);
  return {
    ...good("proxy", named.join(", ")),
    means: except === "" ? null : `Not for ${except}, and never for this machine.`,
  };
}

function checkBubblewrap(): Check {
  const problem = whyNotConfined();
  if (problem === null && filtersSystemCalls()) return good("bubblewrap", "makes a sandbox");
  if (problem === null)
    return {
      ...good("bubblewrap", `makes a sandbox, without a filter of system calls on ${process.arch}`),
      means: "A confined command can reach your kernel keyrings.",
      todo: "Use a container, or start galley with a session keyring of its own (keyctl session).",
    };
  const tried: Run = hasBubblewrap() ? { kind: "failed", why: problem } : { kind: "absent" };
  return lacking("bubblewrap", tried, {
    means: "A shell command cannot be confined without a container.",
    todo: "Install bubblewrap, and allow unprivileged user namespaces if it is there and fails.",
  });
}

function checkPage(): Check {
  if (fs.existsSync(`${pageFolder()}/index.html`)) return good("web page", "there; start it with: galley web");
  return {
    name: "web page",
    status: "missing",
    needed: false,
    found: "not part of this installation",
    means: "galley web does not start. Everything in the terminal works.",
    todo: "Build or install galley again.",
  };
}

function checkTerminal(team: ConfiguredTeam | null): Check {
  // Nothing that is typed on the machine approves there.
  if (team !== null) return good("terminal", `not needed: questions are answered at ${team.team.url}`);
  if (hasTerminal()) return good("terminal", "questions can be asked");
  return {
    name: "terminal",
    status: "missing",
    needed: false,
    found: "no controlling terminal",
    means: "No one can be asked here: what needs approval is denied.",
    todo: "Run galley in a terminal, pass --yes, or allow it with a rule.",
  };
}

function checkColour({ colour, environment }: Settings): Check {
  if (colour && wantsColour(environment, { isTTY: isTerminalOutput() })) return good("colour", "on");
  return {
    ...good("colour", "off"),
    means: "The output is not a terminal, or --no-color, NO_COLOR or TERM=dumb is set.",
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
