// The protocol where no engine works: a program that takes podman's place and runs the resident program as a plain
// process of this machine. It shows nothing about isolation; the other files of this folder do.

import fs from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openContainer, type Container } from "../../src/fs/node/index.ts";
import { codeOf } from "../../src/testing/index.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { bundlePrograms } from "./machine.ts";

describe.skipIf(process.platform === "win32")("through a stand-in for the engine", () => {
  let programs: Awaited<ReturnType<typeof bundlePrograms>>;
  let folder: TemporaryFolder;
  let container: Container;
  beforeAll(async () => {
    programs = await bundlePrograms();
    folder = temporaryFolder();
    const engine = join(programs.folder, "engine");
    fs.writeFileSync(engine, standIn(programs.resident, folder.path), { mode: 0o755 });
    container = openContainer({ image: "any", engine, programs });
  });
  afterAll(async () => {
    await container.close();
    folder.remove();
    programs.remove();
  });

  test("files are written, found, described and removed", async () => {
    const { files } = container;
    expect(await files.write("a/b.txt", "needle\n")).toBe(7);
    expect([files.kindOf("a"), files.kindOf("a/b.txt"), files.kindOf("c")]).toEqual(["directory", "file", null]);
    expect(files.staging.address(files.real.resolve("a/./b.txt").real)).toEqual({
      root: { kind: "container", name: container.name },
      path: "a/b.txt",
    });
    expect((await files.grep("needle")).matches).toEqual([{ path: "a/b.txt", line_number: 1, line_content: "needle" }]);
    const { bytes, ...facts } = await files.readBytes("a/b.txt");
    expect([Buffer.from(bytes).toString("utf8"), facts.links, facts.target]).toEqual(["needle\n", 1, "a/b.txt"]);
    expect(await files.delete("a")).toBe(1);
  });

  test("many calls at once, some waited for, keep their answers apart", async () => {
    const { files } = container;
    const paths = Array.from({ length: 40 }, (_, index) => `many/${index}.txt`);
    await Promise.all(paths.map((path) => files.write(path, path.repeat(1000))));
    const reading = paths.map(async (path) => (await files.read(path)).content === path.repeat(1000));
    expect(paths.map((path) => files.kindOf(path))).toEqual(paths.map(() => "file"));
    expect(new Set(await Promise.all(reading))).toEqual(new Set([true]));
  });

  test("the codes are those of every backend", async () => {
    fs.symlinkSync("/etc", join(folder.path, "out"));
    const codes = await Promise.all(
      ["none", "many", "out/passwd", "../x", "a\nb"].map((path) => codeOf(() => container.files.read(path))),
    );
    expect(codes).toEqual(["NOT_FOUND", "IS_DIR", "SYMLINK", "ESCAPE", "INVALID_PATH"]);
    expect(() => container.files.kindOf("../x")).toThrow("leaves its root");
  });
});

/** Knows the four commands that the backend uses. */
const standIn = (resident: string, root: string): string => `#!${process.execPath}
  const { spawn } = require("node:child_process");
  const [command, ...args] = process.argv.slice(2);
  if (command === "run") {
    console.log("ready");
    process.stdin.resume().on("end", () => process.exit(0));
  }
  if (command === "exec") {
    const options = { ...JSON.parse(args.at(-1)), root: ${JSON.stringify(root)}, ripgrep: null };
    const child = spawn(process.execPath, [${JSON.stringify(resident)}, JSON.stringify(options)], { stdio: "inherit" });
    child.on("exit", (code) => process.exit(code ?? 1));
  }
`;
