// Builds the page of `galley web` (dist/web, by vite): one shell, chunks that are loaded when first needed, no file of
// another host. Only when stale.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dist, publish, root } from "./place.mjs";

/** `isFresh` and `inputs` as for the other builds. */
export async function buildPage({ inputs, isFresh }) {
  const stamp = join(dist, "web.stamp");
  if (isFresh(stamp, inputs)) return;
  const { build } = await import("vite");
  const temporary = join(dist, `web.${process.pid}`);
  try {
    await build({
      root: join(root, "src", "web", "page"),
      base: "./",
      configFile: false,
      logLevel: "warn",
      oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
      build: {
        outDir: temporary,
        emptyOutDir: true,
        target: "es2022",
        // What has light-dark(); without it every colour would be written twice.
        cssTarget: ["chrome123", "firefox120", "safari17.5"],
        // Every asset is a file: the page's policy allows no data: address for scripts or styles.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
      },
    });
    publish(temporary, join(dist, "web"), { last: "index.html" });
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw new Error(`The page was not built: ${error.message}`, { cause: error });
  }
  writeFileSync(stamp, inputs);
}
