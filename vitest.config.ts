// Every test of the repository. A run keeps its state in a folder of its own and sees nobody's git configuration.

import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const home = join(tmpdir(), `galley-vitest-${process.pid}`);
process.env["GALLEY_TEST_HOME"] = home;

export default defineConfig({
  define: { GALLEY_VERSION: JSON.stringify("0.0.0-test") },
  test: {
    globalSetup: ["test/scratch-home.ts"],
    env: {
      XDG_STATE_HOME: join(home, "state"),
      XDG_CONFIG_HOME: join(home, "config"),
      XDG_CACHE_HOME: join(home, "cache"),
      GIT_CONFIG_GLOBAL: join(home, "no-git-config"),
      GIT_CONFIG_NOSYSTEM: "1",
    },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      // Unit tests change nothing that is shared, so their files share workers and load each module once.
      { extends: true, test: { name: "unit", include: ["src/**/*.test.ts"], isolate: false } },
      { extends: true, test: { name: "whole", include: ["test/**/*.test.ts"], exclude: ["test/fixtures/**"] } },
    ],
  },
});
