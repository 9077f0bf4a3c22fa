#!/usr/bin/env node
// What `galley` runs when it is linked or installed. The work is in dist/cli; this file finds it, and says where galley
// cannot run. CommonJS on purpose (see scripts/build.mjs), and in words that an old Node can parse.

const { existsSync } = require("node:fs");
const { join } = require("node:path");

const main = join(__dirname, "..", "dist", "cli", process.argv[2] === "hook" ? "main-hook.js" : "main.js");
const refusal = whyNot(process.platform, process.versions.node, existsSync(main));
if (refusal === null) {
  try {
    require(main);
  } catch (error) {
    // Node would end with 1, which agents take for the failure of a hook that does not matter.
    process.stderr.write(`galley: it cannot be loaded: ${error && error.stack}\n`);
    process.exitCode = 2;
  }
} else if (process.argv.includes("--json") && !process.argv.includes("hook")) {
  process.stdout.write(`${JSON.stringify({ error: refusal })}\n`);
  process.exitCode = 2;
} else {
  process.stderr.write(`galley: ${refusal.message}\n`);
  process.exitCode = 2;
}

/** Null when it can run here. */
function whyNot(platform, version, isBuilt) {
  if (platform === "win32") {
    const message = "Windows is supported through WSL only. Install Node and galley in WSL and run galley there.";
    return { code: "PLATFORM", message };
  }
  const [major, minor] = version.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    return { code: "PLATFORM", message: `Node 20.19 or newer is needed; this is ${version}.` };
  if (isBuilt) return null;
  return {
    code: "NOT_BUILT",
    message: "not built yet. Run `npm run build` in the folder of this clone, or `npm start`.",
  };
}
