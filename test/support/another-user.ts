// Another user of this machine, for tests of what the system forbids; and why there is none here.

import { spawnSync } from "node:child_process";

export const OTHER_USER = { uid: 65_534, gid: 65_534 };

/** Null when a process of that user can be started. */
export const whyNoOtherUser: string | null =
  process.getuid?.() !== 0
    ? "only root can start a process of another user"
    : spawnSync(process.execPath, ["-e", "0"], OTHER_USER).status !== 0
      ? "another user cannot run this Node"
      : null;
