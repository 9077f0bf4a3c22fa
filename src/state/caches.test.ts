import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCaches } from "./caches.ts";
import { nodeOps } from "./ops.ts";

let place: string;
beforeEach(() => void (place = mkdtempSync(join(tmpdir(), "galley-caches-"))));
afterEach(() => rmSync(place, { recursive: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (found: Uint8Array | null): string | null => (found === null ? null : new TextDecoder().decode(found));

test("what was written last comes back, under any name, for its owner's eyes only", () => {
  const caches = openCaches(join(place, "state"), nodeOps, () => "n");
  for (const name of ["a", "../../etc/passwd", "b\n\0"]) {
    expect(caches.read(name)).toBeNull();
    caches.write(name, bytes(`one ${name}`));
    caches.write(name, bytes(`two ${name}`));
    expect(text(caches.read(name))).toBe(`two ${name}`);
  }
  const folder = join(place, "state", "caches");
  expect(readdirSync(folder)).toHaveLength(3);
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
});

test("a damaged file is no file", () => {
  const caches = openCaches(place, nodeOps, () => "n");
  caches.write("a", bytes("x"));
  appendFileSync(join(place, "caches", readdirSync(join(place, "caches"))[0]!), "y");
  expect(caches.read("a")).toBeNull();
});

test("a disk that fails costs nothing but the cache", () => {
  const fail = (): never => {
    throw Object.assign(new Error("full"), { code: "ENOSPC" });
  };
  const caches = openCaches(place, { ...nodeOps, writeSync: fail }, () => "n");
  caches.write("a", bytes("x"));
  expect(caches.read("a")).toBeNull();
  expect(readdirSync(join(place, "caches"))).toEqual([]);
});
