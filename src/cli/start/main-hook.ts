// The first file Node runs for `galley hook`, whose answer an agent waits for before each call of a tool. It is small, and
// everything that a rule's answer needs is in one pack.

import { INSTALL_ACTIONS } from "../install/action-names.ts";
import { loadApp, loadCommandLine } from "./load-pack.ts";

const setsUp = INSTALL_ACTIONS.includes(process.argv[3] ?? "");
loadCommandLine().runCommandLine({
  loadApp: async () => loadApp(),
  end: (code) => {
    process.exitCode = code;
    // An answer is written whole by now. Freeing what the process holds takes longer than the rules did.
    if (!setsUp) process.exit();
  },
});
