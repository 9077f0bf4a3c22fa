// The reviewer on a whole screen as a bundle of its own: ink is an ES module that waits while it loads, so it cannot be
// in the command line's CommonJS bundle, and whoever is not asked anything must not pay for it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./place.mjs";
import { throughDoors } from "./through-doors.mjs";

/**
 * Writes reviewer.mjs into `folder`, and load-reviewer.js, which brings it in: code that came out of V8's code cache, as
 * the command line's does, cannot import an ES module by itself.
 */
export async function bundleReviewer(folder) {
  const { build } = await import("esbuild"); // Not above: build.mjs must start where nothing is installed yet.
  const built = await build({
    absWorkingDir: root,
    entryPoints: ["src/terminal/reviewer/index.ts"],
    outfile: join(folder, "reviewer.mjs"),
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    minify: true,
    keepNames: false,
    legalComments: "none",
    // Packages written for CommonJS ask for Node's own modules by require.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env.DEV": '"false"',
      // The layout engine asks whether there is a fetch, and asking makes Node load one.
      fetch: "undefined",
    },
    plugins: [throughDoors(), forPeople()],
    logLevel: "warning",
    metafile: true,
  });
  writeFileSync(join(folder, "load-reviewer.js"), 'exports.load = () => import("./reviewer.mjs");\n');
  return built;
}

/**
 * Ink draws nothing where CI is set, also when a person sits there; it ends the process on a signal that others still
 * want to hear; and its debugger is not for users.
 */
function forPeople() {
  const replaced = {
    "is-in-ci": "export default false;",
    "signal-exit": "export default () => () => undefined; export const onExit = () => () => undefined;",
  };
  return {
    name: "for-people",
    setup(build) {
      build.onResolve({ filter: /^(is-in-ci|signal-exit)$/ }, ({ path }) => ({ path, namespace: "for-people" }));
      build.onLoad({ filter: /.*/, namespace: "for-people" }, ({ path }) => ({ contents: replaced[path] }));
      build.onResolve({ filter: /\/devtools\.js$/ }, ({ path }) => ({ path, external: true }));
    },
  };
}
