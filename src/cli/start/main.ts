// The first file Node runs, for every command but one: a hook has main-hook.ts.

import { runCommandLine } from "./command-line.ts";

runCommandLine({
  loadApp: async () => (await import("./load-pack.ts")).loadApp(),
  end: (code) => {
    process.exitCode = code;
  },
});
