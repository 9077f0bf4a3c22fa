// What a command added to the objects of a repository: found in a folder of its own, checked, and then put among the real
// ones. Only objects that contain what their names say, only under names that are free; no settings (`info/alternates`), no
// index of others (`multi-pack-index`, `commit-graph`), no link.

import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { copyLoose, type ObjectFormat } from "./loose-object.ts";

/**
 * Makes `pack.idx` for `pack.pack` in a folder of ours; the name that git gives the pack, null when it is damaged or takes
 * too long.
 */
export type IndexPack = (
  folder: string,
  options: { readonly format: ObjectFormat; readonly timeoutMs: number },
) => Promise<string | null>;

export type Checked =
  | {
      readonly kind: "good";
      /** Name in the object folder → a checked file with its content, in the order in which they are put. */
      readonly files: ReadonlyMap<string, string>;
      /** Names that are no objects. */
      readonly others: readonly string[];
      readonly repacked: boolean;
    }
  | { readonly kind: "bad"; readonly why: string };

export type CheckOptions = {
  readonly format: ObjectFormat;
  /** An empty folder of ours for the checked files. */
  readonly into: string;
  readonly indexPack: IndexPack;
  readonly limits?: Limits;
};

/** `objects` outside packs. `bytes`: of all objects together, inflated, and of all packs as they are. */
type Limits = { readonly objects: number; readonly packs: number; readonly bytes: number };

const LIMITS: Limits = { objects: 50_000, packs: 100, bytes: 2 * 1024 ** 3 };
/** For all packs together. */
const PACKS_MS = 300_000;

/** `folder` is what the command had as its own. Nothing may be running that still writes there. */
export async function checkObjects(folder: string, options: CheckOptions): Promise<Checked> {
  const { format, into, indexPack, limits = LIMITS } = options;
  const { objects, packs, others, repacked } = namesIn(folder, format);
  if (objects.length > limits.objects) return bad(`it made more than ${limits.objects} objects`);
  if (packs.length > limits.packs) return bad(`it made ${packs.length} packs, more than can be checked`);
  const tooLarge = bad(`it made objects of more than ${limits.bytes} bytes`);
  const files = new Map<string, string>();
  let room = limits.bytes;
  for (const [at, name] of objects.entries()) {
    const id = name.replace("/", "");
    const checked = join(into, String(at));
    if (!isRegular(join(folder, name))) return bad(`objects/${name} is not a regular file`);
    const copied = await copyLoose(join(folder, name), checked, { id, format, maxBytes: room });
    if (copied.kind === "too large") return tooLarge;
    if (copied.kind === "damaged") return bad(`objects/${name} does not contain what its name says`);
    room -= copied.size;
    files.set(name, checked);
  }
  const deadline = Date.now() + PACKS_MS;
  for (const name of packs) {
    const path = join(folder, name);
    if (!isRegular(path)) return bad(`objects/${name} is not a regular file`);
    room -= fs.lstatSync(path).size;
    if (room < 0) return tooLarge;
    const place = fs.mkdtempSync(join(into, "pack-"));
    fs.copyFileSync(path, join(place, "pack.pack"));
    const hash = await indexPack(place, { format, timeoutMs: Math.max(1, deadline - Date.now()) });
    if (hash === null) return bad(`objects/${name} is damaged, or could not be checked`);
    // Git looks for the index, so the pack comes first.
    for (const kind of ["pack", "idx"]) files.set(`pack/pack-${hash}.${kind}`, join(place, `pack.${kind}`));
  }
  return { kind: "good", files, others, repacked };
}

/** A name that is taken stays as it is. Says why not, or null; what was put until then does no harm. */
export function putObjects(files: ReadonlyMap<string, string>, objects: string): string | null {
  const folders = [...new Set([...files.keys()].map((name) => dirname(name)))];
  for (const folder of folders) fs.mkdirSync(join(objects, folder), { recursive: true });
  const link = folders.find((folder) => !fs.lstatSync(join(objects, folder)).isDirectory());
  if (link !== undefined) return `objects/${link} is a link`;
  for (const [name, from] of files) {
    const to = join(objects, name);
    if (fs.lstatSync(to, { throwIfNoEntry: false }) !== undefined) continue;
    const temporary = join(dirname(to), `tmp_obj_${randomBytes(8).toString("hex")}`);
    try {
      fs.copyFileSync(from, temporary, fs.constants.COPYFILE_EXCL);
      fs.chmodSync(temporary, 0o444);
      giveName(temporary, to);
    } finally {
      fs.rmSync(temporary, { force: true });
    }
  }
  return null;
}

/** Not by renaming, which would replace what another git put there meanwhile; unless the disk knows no second names. */
function giveName(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // From the file system.
    if (code === "EEXIST") return;
    fs.renameSync(from, to);
  }
}

type Names = {
  readonly objects: readonly string[];
  readonly packs: readonly string[];
  readonly others: readonly string[];
  readonly repacked: boolean;
};

const DIGITS = { sha1: 40, sha256: 64 } as const;

function namesIn(folder: string, format: ObjectFormat): Names {
  const digits = DIGITS[format];
  const loose = new RegExp(`^[0-9a-f]{2}/[0-9a-f]{${digits - 2}}$`);
  const pack = new RegExp(`^pack/pack-[0-9a-f]{${digits}}\\.pack$`);
  const names = fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const isKnown = entry.isDirectory() && KNOWN_FOLDER.test(entry.name);
    return isKnown ? fs.readdirSync(join(folder, entry.name)).map((name) => `${entry.name}/${name}`) : [entry.name];
  });
  const objects = names.filter((name) => loose.test(name)).toSorted();
  const packs = names.filter((name) => pack.test(name)).toSorted();
  const found = new Set([...objects, ...packs]);
  return {
    objects,
    packs,
    others: names.filter((name) => !found.has(name) && !BY_PRODUCT.test(name)).toSorted(),
    repacked: names.includes("info/packs"),
  };
}

const KNOWN_FOLDER = /^(?:[0-9a-f]{2}|pack|info)$/;

/** What git makes from objects and can make again, what it did not finish, and the alternates that we gave it. */
const BY_PRODUCT =
  /^(?:info\/(?:alternates|packs|commit-graphs?)|pack\/(?:multi-pack-index|pack-[0-9a-f]+\.(?:idx|rev|bitmap|mtimes|keep|promisor))|(?:.*\/)?tmp_(?:obj|pack|idx|rev)_\w+)$/;

function isRegular(path: string): boolean {
  return fs.lstatSync(path).isFile();
}

function bad(why: string): Checked {
  return { kind: "bad", why };
}
