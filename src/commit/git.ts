// Runs git with nothing implicit: no shell, no prompt, no hook, no monitor, no network, paths taken literally.
// A repository that came from a stranger may configure programs; the options here keep git from starting them.

export type GitAnswer =
  | { readonly kind: "ran"; readonly exitCode: number; readonly stdout: Buffer; readonly stderr: string }
  | { readonly kind: "no-git" }
  | { readonly kind: "timeout" };

export type RunGit = (
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly input?: string | undefined;
    /** Paths are names, never patterns (the default). `check-ignore` refuses to be told so. */
    readonly literal?: boolean;
  },
) => Promise<GitAnswer>;

const SETTINGS = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.untrackedCache=false",
  "core.quotePath=false",
  "safe.bareRepository=explicit",
  "protocol.allow=never",
  "submodule.recurse=false",
];
const GUARDS = ["--no-optional-locks", ...SETTINGS.flatMap((setting) => ["-c", setting])];

const QUIET = { GIT_TERMINAL_PROMPT: "0", GIT_NO_LAZY_FETCH: "1", GIT_EDITOR: "true", GIT_PAGER: "cat", LC_ALL: "C" };

export function gitRunner({ timeoutMs }: { readonly timeoutMs: number }): RunGit {
  return async (args, { cwd, input, literal = true }) => {
    // Loaded when there is a repository: most of what starting git costs is spent in Node.
    const { spawn } = await import("node:child_process");
    return new Promise((resolve, reject) => {
      const child = spawn("git", [...(literal ? ["--literal-pathspecs"] : []), ...GUARDS, ...args], {
        cwd,
        env: { ...process.env, ...QUIET },
        windowsHide: true,
      });
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        // Not SIGKILL: on this one git removes its index.lock.
        child.kill("SIGTERM");
      }, timeoutMs);
      child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
      child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
      // git may end before it has read everything; its exit code says what it thought of that.
      child.stdin.on("error", () => {});
      child.on("error", (error) => {
        clearTimeout(timer);
        if ("code" in error && (error.code === "ENOENT" || error.code === "EACCES")) resolve({ kind: "no-git" });
        else reject(error);
      });
      child.on("close", (code) => {
        clearTimeout(timer);
        if (late) resolve({ kind: "timeout" });
        else
          resolve({
            kind: "ran",
            exitCode: code ?? 1,
            stdout: Buffer.concat(stdout),
            stderr: Buffer.concat(stderr).toString(),
          });
      });
      child.stdin.end(input ?? "");
    });
  };
}
