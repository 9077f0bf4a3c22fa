// What is mounted into a container so that our resident program runs in any image, one with nothing but a shell or not
// even that: this machine's Node with its loader and libraries, the program itself, ripgrep. All of it read-only.

import * as fs from "node:fs";
import { basename } from "node:path";

export type Mounted = { readonly from: string; readonly to: string };

export type ResidentFiles = {
  readonly mounts: readonly Mounted[];
  /** Ways to start Node in the container, the best one first. */
  readonly nodes: readonly (readonly [string, ...string[]])[];
  readonly resident: string;
  /** Where ripgrep is in the container; null where ours cannot run there. */
  readonly ripgrep: string | null;
};

export type ResidentFilesOptions = {
  /** The bundled resident program. */
  readonly resident: string;
  readonly ripgrep: string | null;
  readonly platform?: NodeJS.Platform;
};

/** A folder that no image has. */
export const RESIDENT_FOLDER = "/.galley";

export function makeResidentFiles({
  resident,
  ripgrep,
  platform = process.platform,
}: ResidentFilesOptions): ResidentFiles {
  const program = { from: resident, to: `${RESIDENT_FOLDER}/resident.cjs` };
  // The image's own Node, where it has one.
  const own = ["node"] as const;
  if (platform !== "linux") return { mounts: [program], nodes: [own], resident: program.to, ripgrep: null };

  const libraries = sharedObjects();
  const loader = libraries.find((path) => /^ld[-.].*\.so/.test(basename(path)));
  const node = { from: fs.realpathSync(process.execPath), to: `${RESIDENT_FOLDER}/node` };
  const search = ripgrep === null ? [] : [{ from: ripgrep, to: `${RESIDENT_FOLDER}/rg` }];
  const mounts = [program, node, ...search, ...libraries.map((path) => ({ from: path, to: inKit(path) }))];
  // A Node without a loader is linked statically and runs by itself.
  const ours: ResidentFiles["nodes"][number] =
    loader === undefined ? [node.to] : [inKit(loader), "--library-path", `${RESIDENT_FOLDER}/lib`, node.to];
  return { mounts, nodes: [ours, own], resident: program.to, ripgrep: search[0]?.to ?? null };
}

function inKit(library: string): string {
  return `${RESIDENT_FOLDER}/lib/${basename(library)}`;
}

/** The files that this very process is made of, as the system loaded them. */
function sharedObjects(): readonly string[] {
  const { report } = process;
  // Without this the report asks name servers about every open connection.
  Object.assign(report, { excludeNetwork: true });
  const { sharedObjects: found = [] } = report.getReport() as { sharedObjects?: readonly string[] };
  const files = found.filter((path) => path.startsWith("/") && /\.so(\.[0-9.]+)?$/.test(path));
  return [...new Map(files.map((path) => [basename(path), path])).values()];
}
