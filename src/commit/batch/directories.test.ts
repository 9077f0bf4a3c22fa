import { expect, test } from "vitest";
import { asReal, Bug, failure, type RealPath } from "../../base/index.ts";
import { createMemoryFiles, type Staging } from "../../fs/index.ts";
import { flushParents, removeEmpty, type Directory } from "./directories.ts";

/** Empty directories, a file in keep/, and a list of the calls that came; `fail` may throw instead of one. */
async function scene(fail: (call: string, times: number) => void = () => {}) {
  const { staging } = createMemoryFiles({ files: { "keep/file.txt": "here\n" } });
  await staging.makeParents(asReal("a/b/c/file.txt"));
  const calls: string[] = [];
  const heard =
    <Result>(name: string, call: (path: RealPath) => Promise<Result>) =>
    async (path: RealPath): Promise<Result> => {
      const said = `${name} ${path}`;
      calls.push(said);
      fail(said, calls.filter((each) => each === said).length);
      return call(path);
    };
  const watched: Staging = {
    ...staging,
    flush: heard("flush", staging.flush),
    removeDirectory: heard("remove", staging.removeDirectory),
  };
  const at = (path: string): Directory => ({
    staging: watched,
    at: asReal(path),
    address: staging.address(asReal(path)),
  });
  return { calls, at };
}

const broken = () => failure("IO", "The disk said no.");

test("innermost first, each removal made to last; one that is not empty or not there stays", async () => {
  const { calls, at } = await scene();
  expect(await removeEmpty([at("gone"), at("keep"), at("a"), at("a/b"), at("a/b/c")])).toEqual([]);
  expect(calls.join(", ")).toBe(
    "remove a/b/c, flush a/b/c, remove a/b, flush a/b, remove a, flush a, remove keep, remove gone",
  );
});

test("a removal that failed once is retried; one that failed twice is reported, and the others continue", async () => {
  const { at } = await scene((call, times) => {
    if ((call === "remove a/b/c" && times === 1) || call === "remove a/b") throw broken();
  });
  expect(await removeEmpty([at("a"), at("a/b"), at("a/b/c")])).toEqual([
    "The empty directory a/b could not be removed: The disk said no.",
  ]);
});

test("a directory is flushed once, through any of the names in it, and one that fails does not stop the others", async () => {
  const { calls, at } = await scene((call) => {
    if (call === "flush keep/two") throw broken();
  });
  expect(await flushParents([at("a"), at("keep/one"), at("keep/two"), at("a/b")])).toEqual(["The disk said no."]);
  expect(calls).toEqual(["flush a", "flush keep/two", "flush a/b"]);
});

test("a bug is not an outcome", async () => {
  const { at } = await scene(() => {
    throw new Bug("this cannot be");
  });
  await expect(flushParents([at("a")])).rejects.toThrow(Bug);
  await expect(removeEmpty([at("a")])).rejects.toThrow(Bug);
});
