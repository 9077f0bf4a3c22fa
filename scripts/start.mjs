// `npm start`: installs what is missing, builds what is stale, then is `galley ARGS`, or the demo without ARGS.
// The command runs in this very process, so the terminal, signals and the exit code are its own.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt, ensurePackages } from "./ensure.mjs";
import { root } from "./place.mjs";

const given = process.argv.slice(2);
ensurePackages();
await ensureBuilt({ library: false });
const program = join(root, "bin", "galley.js");
process.argv = [process.argv[0], program, ...(given.length === 0 ? ["demo"] : given)];
await import(pathToFileURL(program).href);
