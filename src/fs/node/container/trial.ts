// Starts a real container to see whether the machine can: from an image of one empty folder, made for this and removed
// again. An engine that answers questions may still start nothing.

import { randomBytes } from "node:crypto";
import { isFailure } from "../../../base/index.ts";
import { openContainer } from "./container.ts";
import { engineFailure, findEngine, runEngine, type EngineSearch } from "./engine.ts";

export type Trial =
  | { readonly kind: "started"; readonly engine: string; readonly runtime: string | null }
  | { readonly kind: "failed"; readonly why: string }
  /** Nothing of ours runs in an image of Linux on this system. */
  | { readonly kind: "not-tried" };

/** Leaves neither a container nor an image. */
export async function tryEngine(search: EngineSearch): Promise<Trial> {
  if (process.platform !== "linux") return { kind: "not-tried" };
  const image = `localhost/galley-doctor:${randomBytes(8).toString("hex")}`;
  try {
    const engine = findEngine(search);
    const made = await runEngine(engine, ["import", "-", image], emptyFolder("workspace"));
    if (made.code !== 0) throw engineFailure(engine, made.complaint, { doing: "make an image", hide: [] });
    const { wanted, outside } = search;
    const container = openContainer({ image, engine: wanted ?? engine.program, outside });
    try {
      await container.run({ node: true, argv: ["-e", ""], timeoutMs: 10_000, maxBytes: 0 });
      return { kind: "started", ...container.startedWith()! }; // A command ran in it.
    } finally {
      await container.close();
      await runEngine(engine, ["rmi", "--force", image]);
    }
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: "failed", why: error.message };
  }
}

/** A tar archive (POSIX ustar) of one folder without contents. */
function emptyFolder(name: string): Uint8Array {
  const block = Buffer.alloc(3 * 512); // The header, and two blocks of zeros for the end.
  const field = (at: number, text: string): void => void block.write(text, at, "latin1");
  field(0, `${name}/`);
  field(100, "0000755\0");
  field(108, "0000000\0");
  field(116, "0000000\0");
  field(124, "00000000000\0");
  field(136, "00000000000\0");
  field(148, "        ");
  field(156, "5");
  field(257, "ustar\x0000");
  const sum = block.reduce((total, byte) => total + byte, 0);
  field(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return block;
}
