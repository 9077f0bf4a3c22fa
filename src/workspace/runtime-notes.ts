// Says, once, that a container runs with another runtime than its engine's default. Starts nothing.

import { basename } from "node:path";
import type { Container } from "../fs/node/index.ts";

export function createRuntimeNotes(containers: Iterable<Container>): () => readonly string[] {
  const said = new Set<string>();
  return () => {
    const notes = [...containers].flatMap((container) => {
      const started = container.startedWith();
      if (started?.runtime == null) return [];
      return `${started.engine}'s default runtime cannot start a container here, so ${basename(started.runtime)} is used.`;
    });
    const fresh = [...new Set(notes)].filter((note) => !said.has(note));
    for (const note of fresh) said.add(note);
    return fresh;
  };
}
