// Galley for opencode: asks before a tool changes a file. Copy or link it into a plugin folder of opencode; it needs the
// galley command and nothing else. Without a clear yes from galley, the tool does not run.

import { spawn } from "node:child_process";

/** How galley is started; `galley hook install opencode` writes this line. */
const GALLEY = ["galley"];

/** Where galley's config and state are, by variable; null: as opencode's environment says. Install writes this line too. */
const FOLDERS = null;

/** The variables that galley gets: a project can set those of opencode, and many make a program run other code. */
const PASSED = (
  "PATH HOME USER LOGNAME TMPDIR XDG_CONFIG_HOME XDG_STATE_HOME " +
  "HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NODE_EXTRA_CA_CERTS " +
  "GEMINI_CLI_SYSTEM_SETTINGS_PATH GEMINI_CLI_SYSTEM_DEFAULTS_PATH SystemRoot " +
  "CLAUDE_PROJECT_DIR GEMINI_PROJECT_DIR COPILOT_PROJECT_DIR"
).split(" ");

/** How long galley may take. It answers by itself before that, with a no if need be, unless it was stopped. */
const LIMIT_MS = 630_000;

export const Galley = async ({ directory } = {}) => {
  const cwd = directory ?? process.cwd();
  return {
    "tool.execute.before": async (input, output) => {
      const answer = await ask({ input, output: { args: output.args }, cwd });
      if (answer.decision !== "allow") throw new Error(answer.reason || "Not approved: galley gave no reason.");
      if (answer.args === undefined) return;
      // opencode uses the object it passed: it has to be changed in place.
      for (const key of Object.keys(output.args)) delete output.args[key];
      Object.assign(output.args, answer.args);
    },
    "tool.execute.after": async (input, output) => {
      const { message } = await ask({ input, output: { output: output.output }, cwd });
      if (message) output.output = `${output.output}\n\n${message}`;
    },
  };
};

function ask(message) {
  const [program, ...first] = GALLEY;
  const given =
    FOLDERS === null
      ? process.env
      : { ...process.env, XDG_CONFIG_HOME: undefined, XDG_STATE_HOME: undefined, ...FOLDERS };
  const env = Object.fromEntries(PASSED.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
  return new Promise((resolve, reject) => {
    const options = { cwd: message.cwd, env, stdio: ["pipe", "pipe", "pipe"] };
    const child = spawn(program, [...first, "hook", "opencode"], options);
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error("Not approved: galley did not answer in time."));
    }, LIMIT_MS);
    const out = [];
    const err = [];
    child.stdout.on("data", (chunk) => out.push(chunk));
    child.stderr.on("data", (chunk) => err.push(chunk));
    child.stdin.on("error", () => {}); // It has ended; its exit code says why.
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(new Error(`Not approved: ${program} cannot be started (${error.message}).`));
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      const said = Buffer.concat(err).toString().trim();
      if (code !== 0) return reject(new Error(said || `Not approved: galley ended with ${code}.`));
      try {
        const answer = JSON.parse(Buffer.concat(out).toString());
        if (answer !== null && typeof answer === "object") return resolve(answer);
      } catch {
        // Answered below: what is not JSON is no yes.
      }
      reject(new Error("Not approved: galley gave no answer."));
    });
    child.stdin.end(JSON.stringify(message));
  });
}
