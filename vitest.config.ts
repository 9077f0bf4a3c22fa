// Every test of the repository. A run keeps its state in a folder of its own and sees no user's git configuration.

import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const home = join(tmpdir(), `galley-vitest-${process.pid}`);
process.env["GALLEY_TEST_HOME"] = home;

// Node reads these certificates whenever it starts, a whole system's in twice the time that it needs otherwise. No test
// leaves this machine; those about certificates name their own.
delete process.env["NODE_EXTRA_CA_CERTS"];

export default defineConfig({
  define: { GALLEY_VERSION: JSON.stringify("0.0.0-test") },
  test: {
    globalSetup: ["test/scratch-home.ts"],
    setupFiles: ["test/random-setup.ts"],
    env: {
      XDG_STATE_HOME: join(home, "state"),
      XDG_CONFIG_HOME: join(home, "config"),
      XDG_CACHE_HOME: join(home, "cache"),
      GIT_CONFIG_GLOBAL: join(home, "no-git-config"),
      GIT_CONFIG_NOSYSTEM: "1",
    },
    // For a machine that is busy with other things: they end a test that hangs, and nothing waits for them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["test/fixtures/**"],
    // No test changes what another one shares, so files share workers and load each module once.
    isolate: false,
    // Most workers wait for a program that they started: three of them leave a third of two cores idle.
    maxWorkers: 5,
  },
});
