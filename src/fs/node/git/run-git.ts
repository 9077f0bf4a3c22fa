// Runs git: one program by its absolute path, an environment made of nothing but what is named here, no shell, no
// prompt, a time limit.

export type GitCall = {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
};

export type GitAnswer =
  | { readonly kind: "ran"; readonly exitCode: number; readonly stdout: Buffer; readonly stderr: string }
  | { readonly kind: "not-started" }
  | { readonly kind: "timeout" };

export type RunGit = (call: GitCall) => Promise<GitAnswer>;

/** What git needs of ours to find itself, its messages in English, and the person's own settings. */
export function gitEnvironment(environment: NodeJS.ProcessEnv, path: string): Record<string, string> {
  const passed = PASSED.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), PATH: path, ...QUIET };
}

/** The variables by which a person gives git configuration; only a command that reads configuration gets them. */
export function givenConfiguration(environment: NodeJS.ProcessEnv): Record<string, string> {
  const given = Object.entries(environment).filter(([name]) => /^GIT_CONFIG(_|$)/.test(name));
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? ""]));
}

const PASSED = ["HOME", "XDG_CONFIG_HOME", "USER", "LOGNAME", "SUDO_UID", "DEVELOPER_DIR", "SystemRoot", "TMPDIR"];

const QUIET = {
  LC_ALL: "C",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  // Objects that a partial clone has not got stay away: fetching them starts programs.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
};

/** Never throws for anything git does. */
export function gitRunner({ timeoutMs }: { readonly timeoutMs: number }): RunGit {
  return async ({ program, args, cwd, environment, input }) => {
    // Loaded when there is a repository: most of what starting git costs is spent in Node.
    const { spawn } = await import("node:child_process");
    return new Promise((resolve, reject) => {
      const child = spawn(program, ["--no-pager", ...args], {
        cwd,
        env: environment,
        windowsHide: true,
      });
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        child.kill("SIGKILL"); // It works on files of ours: there is no lock of the person's to remove.
      }, timeoutMs);
      child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
      child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
      // git may end before it has read everything; its exit code says what it thought of that.
      child.stdin.on("error", () => {});
      child.on("error", (error) => {
        clearTimeout(timer);
        if ("code" in error && typeof error.code === "string") resolve({ kind: "not-started" });
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
