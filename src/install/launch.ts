// How other programs start galley: as words of a shell's command line, or as a program and its arguments. And whether a
// command that is found in their settings is one of ours: a command that only mentions galley is not.

import type { Launch } from "./types.ts";

const SAFE = /^[\w@%+=:,./-]+$/;

/** For settings that hold a command line. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (SAFE.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)).join(" ");
}

/** What a hook's command line is made of. */
export type HookStart = {
  readonly launch: Launch;
  readonly host: string;
  /** How long the host waits, as its settings say: the hook has to answer before that. */
  readonly seconds: number;
  /** Where galley's config and state are; null: where the host's environment says. */
  readonly folders: UserFolders | null;
};

/** After an event that cannot be denied any more. */
export function hookCommand(start: HookStart): string {
  return commandLine([...cleaned(start), ...STARTED, ...hookWords(start)]);
}

/**
 * The same before an edit, started by a shell that denies when galley is missing, cannot start, is killed, or has stopped:
 * some hosts write the file then. A stopped process is killed shortly before the host would do without an answer. The line
 * is read alike by sh, bash, zsh and fish.
 */
export function denyingHookCommand(start: HookStart): string {
  const killAfter = start.seconds - Math.ceil(Math.min(5, start.seconds / 8)); // After the hook's own limit, before the host's.
  return commandLine([...cleaned(start), ...WATCHED, String(killAfter), ...hookWords(start)]);
}

function hookWords({ launch, host, seconds }: HookStart): readonly string[] {
  return [...launch, "hook", host, "--limit", String(seconds)];
}

/**
 * The variables that a hook gets of its agent's: those that it reads. A project can set the variables of its agent, and many
 * of them make Node, OpenSSL, perl or a shell run code of its choice. The plugin for opencode has the same list.
 */
export const PASSED_VARIABLES: readonly string[] = (
  "PATH HOME USER LOGNAME TMPDIR XDG_CONFIG_HOME XDG_STATE_HOME " +
  "HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NODE_EXTRA_CA_CERTS " +
  "GEMINI_CLI_SYSTEM_SETTINGS_PATH GEMINI_CLI_SYSTEM_DEFAULTS_PATH SystemRoot " +
  "CLAUDE_PROJECT_DIR GEMINI_PROJECT_DIR COPILOT_PROJECT_DIR"
).split(" ");

/** What is not set is in the home folder. */
export type UserFolders = Readonly<Partial<Record<(typeof FOLDERS)[number], string>>>;

const FOLDERS = ["XDG_CONFIG_HOME", "XDG_STATE_HOME"] as const;

/** As variables say; a relative one does not count. */
export function userFoldersIn(environment: Readonly<Record<string, string | undefined>>): UserFolders {
  const set = FOLDERS.filter((name) => environment[name]?.startsWith("/"));
  return Object.fromEntries(set.map((name) => [name, environment[name]]));
}

/**
 * Where /bin/sh is bash, a variable can define a function in place of a command such as `[` or `echo`. So this first shell
 * uses nothing but special commands and a program by its full name; the next one has no such variables.
 */
const ADD_VARIABLE = String.raw`eval "set -- \${$n+\"$n=\$$n\"} \"\$@\""`;
const cleaning = (names: string): string =>
  `for n in ${names}; do ${ADD_VARIABLE}; done; /usr/bin/env -i "$@" || exit 2`;
function cleaned({ folders }: HookStart): readonly string[] {
  const passed = PASSED_VARIABLES.filter((name) => folders === null || !FOLDERS.some((own) => own === name));
  const own = Object.entries(folders ?? {}).map(([name, folder]) => `${name}=${folder}`);
  return ["/bin/sh", "-c", cleaning(passed.join(" ")), "sh", ...own];
}

/** Between env and the program, whose path may have an equals sign: env would take it for one more variable. */
const STARTED = ["/bin/sh", "-c", 'exec "$@"', "sh"];

/**
 * The parent waits, so it kills no other process that got the number, and ends with its child. Perl is on macOS and nearly
 * every Linux; timeout moves its child to another process group, where a host may not reach it, and is the second choice.
 * Both by their full names: a project can set the PATH of its agent.
 */
const WATCH =
  "my $p; alarm shift; $SIG{ALRM} = sub { kill 9, $p }; $p = fork // exit 2; $p or exec @ARGV or exit 2; waitpid $p, 0; exit($? ? 2 : 0)";
const OR_DENY = '"$@" || { echo Galley did not allow this. >&2; exit 2; }';
const WITH_LIMIT =
  'if [ -x /usr/bin/perl ]; then set -- /usr/bin/perl -e "$@"; elif [ -x /usr/bin/timeout ]; then shift; set -- /usr/bin/timeout -s KILL "$@"; else shift 2; fi';
const WATCHED = ["/bin/sh", "-c", `${WITH_LIMIT}; ${OR_DENY}`, "sh", WATCH];

type Expected = string | ((word: string) => boolean);

const isNumber = (word: string): boolean => /^\d+$/.test(word);
/** With whichever variables. */
const isCleaning = (word: string): boolean => {
  const names = /^for n in ([A-Za-z_ ]+); do /.exec(word)?.[1];
  return names !== undefined && word === cleaning(names);
};
const ANY_CLEANED: readonly Expected[] = ["/bin/sh", "-c", isCleaning, "sh"];

const UNSET = "unset PERL5OPT PERL5LIB PERL5DB NODE_OPTIONS NODE_PATH"; // Of an earlier version.

/** What install has written before the words that start galley. The newest are first. */
const GUARDS: readonly (readonly Expected[])[] = [
  [...ANY_CLEANED, ...WATCHED, isNumber],
  [...ANY_CLEANED, ...STARTED],
  ["/bin/sh", "-c", `${UNSET}; ${WITH_LIMIT}; ${OR_DENY}`, "sh", WATCH, isNumber],
  ["sh", "-c", OR_DENY, "sh"],
  [],
];

/** Whether a command line is `galley hook HOST` as install writes it, or wrote it, wherever galley is. */
export function startsHook(command: unknown, host: string): boolean {
  const words = typeof command === "string" ? wordsOf(command) : null;
  if (words === null) return false;
  const line = words.filter((word, at) => !isFolder(word, at, words));
  const guard = GUARDS.find((words) => words.every((word, at) => matches(word, line[at])));
  const rest = afterGalley(line.slice(guard?.length));
  if (rest === null) return false;
  const [action, name, ...options] = rest;
  const isLimit = options.length === 0 || (options.length === 2 && options[0] === "--limit");
  return action === "hook" && name === host && isLimit;
}

/** Between the first shell, which reads no variable here, and the next one. */
function isFolder(word: string, at: number, line: readonly string[]): boolean {
  const isAssigned = (each: string): boolean => FOLDERS.some((name) => each.startsWith(`${name}=/`));
  return isCleaning(line[2] ?? "") && at > 3 && line.slice(4, at + 1).every(isAssigned) && isAssigned(word);
}

function matches(expected: Expected, word: string | undefined): boolean {
  return typeof expected === "string" ? word === expected : word !== undefined && expected(word);
}

/** The same for a program and its arguments: `galley mcp`. */
export function startsMcp(words: readonly unknown[]): boolean {
  if (!words.every((word) => typeof word === "string")) return false;
  const rest = afterGalley(words);
  if (rest === null) return false;
  const [action, ...options] = rest;
  return action === "mcp" && (options.length === 0 || (options.length === 2 && options[0] === "--root"));
}

/** What follows `galley`, or `node …/galley.js`; null when it is another program. */
function afterGalley(words: readonly string[]): readonly string[] | null {
  const [first = "", second = "", ...rest] = words;
  if (/(?:^|\/)galley$/.test(first)) return words.slice(1);
  return /(?:^|\/)node$/.test(first) && /(?:^|\/)galley(?:\.js)?$/.test(second) ? rest : null;
}

/** The words of a line that `commandLine` could have made; null for any other, with a sign of the shell in it. */
function wordsOf(line: string): readonly string[] | null {
  const words: string[] = [];
  const word = /\s*((?:[\w@%+=:,./-]|'[^']*'|\\')+)(?=\s|$)/y;
  while (word.lastIndex < line.trimEnd().length) {
    const found = word.exec(line);
    if (found === null) return null;
    words.push(found[1]!.replaceAll(/'([^']*)'|\\'/g, (_, quoted: string | undefined) => quoted ?? "'"));
  }
  return words;
}
