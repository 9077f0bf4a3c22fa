// An esbuild plugin: large packages that few commands need become files of their own beside the bundles, and are
// required when they are set up. In the bundle they would be read and checked at every start.

import { basename } from "node:path";

const PACKAGES = [
  "marked",
  "re2js",
  "@ai-sdk/anthropic",
  "@ai-sdk/google",
  "@ai-sdk/openai",
  "@ai-sdk/openai-compatible",
];

/** One entry a package. */
export function packagesApart() {
  return Object.fromEntries(PACKAGES.map((name) => [fileOf(name), name]));
}

function fileOf(name) {
  return `package-${basename(name)}`;
}

export function apart() {
  return {
    name: "apart",
    setup(build) {
      build.onResolve({ filter: new RegExp(`^(${PACKAGES.join("|")})$`) }, ({ path, kind }) =>
        kind === "entry-point" ? null : { path: `./${fileOf(path)}.js`, external: true },
      );
      build.onResolve({ filter: /^\.\/later\.js$/ }, ({ path }) => ({ path: `./${basename(path)}`, external: true }));
    },
  };
}
