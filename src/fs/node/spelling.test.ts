import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { asReal } from "../../base/index.ts";
import { foldingOps } from "../../testing/index.ts";
import { nodeOps, openHostFiles, type HostFiles, type HostOps, type WalkKind } from "./index.ts";

const WALKS = [["descriptors"], ["names"]] as const;

type Opened = { readonly files: HostFiles; readonly root: string };

function open(walk: WalkKind, ops: HostOps, contents: Readonly<Record<string, string>>): Opened {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "galley-spelling-")));
  for (const [path, content] of Object.entries(contents)) {
    fs.mkdirSync(join(root, path, ".."), { recursive: true });
    fs.writeFileSync(join(root, path), content);
  }
  const files = openHostFiles({ root, walk, ops });
  onTestFinished(() => {
    files.close();
    fs.rmSync(root, { recursive: true, force: true });
  });
  return { files, root };
}

const SECRETS = { "secret/key.txt": "k", "secret/Inner/deep.txt": "d", ".env": "e", "Caf\u00e9/k.txt": "c" };

describe.each(WALKS)("where names fold, walked by %s", (walk) => {
  const usable = walk === "names" || process.platform === "linux";

  test.skipIf(!usable).each([
    ["SECRET/key.txt", "secret/key.txt"],
    ["Secret/KEY.txt", "secret/key.txt"],
    ["secret/INNER/deep.TXT", "secret/Inner/deep.txt"],
    ["SECRET", "secret"],
    [".ENV", ".env"],
    ["Cafe\u0301/k.txt", "Caf\u00e9/k.txt"],
    ["CAF\u00c9/K.txt", "Caf\u00e9/k.txt"],
    ["\u017fecret/\u212aey.txt", "secret/key.txt"],
    ["SECRET/new.txt", "secret/new.txt"],
    ["SECRET/inner/a/b.txt", "secret/Inner/a/b.txt"],
    ["secret/key.txt", "secret/key.txt"],
  ])("%s is %s, as the folder spells it, however often it is asked for", (given, real) => {
    const { files } = open(walk, foldingOps(nodeOps), SECRETS);
    for (let round = 0; round < 3; round += 1) expect(files.real.resolve(given).real).toBe(real);
  });

  test.skipIf(!usable)("a link's target gets the folder's spelling too", () => {
    const { files, root } = open(walk, foldingOps(nodeOps), SECRETS);
    fs.symlinkSync("SECRET/Key.TXT", join(root, "link"));
    expect(files.real.resolve("LINK").real).toBe("secret/key.txt");
    expect(files.real.resolve("LINK", { last: "keep" }).real).toBe("link");
  });

  test.skipIf(!usable)("a spelling that was opened before does not become the real one", async () => {
    const { files } = open(walk, foldingOps(nodeOps), SECRETS);
    await files.read("SECRET/KEY.TXT");
    await files.real.read({ path: asReal("SECRET/key.txt"), real: asReal("SECRET/key.txt") });
    expect(files.real.resolve("SECRET/key.txt").real).toBe("secret/key.txt");
  });

  test.skipIf(!usable)("the root says that names fold", () => {
    expect(open(walk, foldingOps(nodeOps), SECRETS).files.foldsNames()).toBe(true);
  });
});

describe.each(WALKS)("where case counts, walked by %s", (walk) => {
  const usable = walk === "names" || process.platform === "linux";

  test.skipIf(!usable)("two spellings are two files, also when they are hard links of each other", () => {
    const { files, root } = open(walk, nodeOps, { "a/key": "1", "a/KEY": "2", "A/key": "3" });
    fs.linkSync(join(root, "a/key"), join(root, "a/Key"));
    for (const path of ["a/key", "a/KEY", "a/Key", "A/key", "A/KEY"]) expect(files.real.resolve(path).real).toBe(path);
    expect(files.foldsNames()).toBe(false);
  });

  test.skipIf(!usable)("no folder is listed to resolve a path", () => {
    let listed = 0;
    const readdirSync = ((...args: Parameters<typeof fs.readdirSync>) => {
      listed += 1;
      return fs.readdirSync(...args);
    }) as typeof fs.readdirSync; // The overloads are the same.
    const { files } = open(walk, { ...nodeOps, readdirSync }, SECRETS);
    for (const path of ["secret/key.txt", "secret/Inner/deep.txt", "Caf\u00e9/k.txt", "secret/new/file.txt"])
      expect(files.real.resolve(path).real).toBe(path);
    expect(listed).toBe(0);
  });
});
