// Contract, part five, for backends with links under the policy "within": links inside are followed, links out are
// refused, and deleting takes the link alone.

import { codeOf, type Case, type Harness } from "./subject.ts";

export function linkContract(it: Case, expect: Harness["expect"]): void {
  for (const [name, target, expected] of [
    ["to a file", "dir/in.txt", "in"],
    ["with a dot", "./dir/./in.txt", "in"],
    ["through a link", "dirlink/in.txt", "in"],
    ["up and down inside", "dir/../dir/in.txt", "in"],
    ["to a folder", "dir", "IS_DIR"],
    ["to the root", ".", "IS_DIR"],
    ["to nothing", "none", "NOT_FOUND"],
    ["to itself", "l", "SYMLINK"],
    ["out", "../x", "SYMLINK"],
    ["out and back in", "../../../../../../../../../../../../../../tmp", "SYMLINK"],
    ["to an absolute path", "/etc/passwd", "SYMLINK"],
    ["through a missing folder", "none/../dir/in.txt", "NOT_FOUND"],
    ["through a file", "dir/in.txt/../in.txt", "NOT_DIR"],
  ] as const) {
    it(`reading a link ${name}`, async (bench) => {
      await bench.write({ "dir/in.txt": "in" });
      bench.link("dirlink", "dir");
      bench.link("l", target);
      expect(await bench.read("l")).toEqual(expected);
    });
  }

  it("a link below a folder starts from that folder", async (bench) => {
    await bench.write({ "a/b/in.txt": "in", "in.txt": "wrong" });
    bench.link("a/l", "b");
    bench.link("a/b/up", "../b/in.txt");
    expect(await bench.read("a/l/in.txt")).toEqual("in");
    expect(await bench.read("a/l/up")).toEqual("in");
    expect((await bench.files.readBytes(bench.at("a/l/up"))).target).toEqual(bench.at("a/b/in.txt"));
    expect(bench.target("a/l/new.txt").real).toEqual(bench.at("a/b/new.txt"));
  });

  it("forty links are too many, and a circle ends", async (bench) => {
    await bench.write({ "end.txt": "end" });
    for (let index = 0; index < 60; index += 1) bench.link(`l${index}`, index === 0 ? "end.txt" : `l${index - 1}`);
    bench.link("ping", "pong");
    bench.link("pong", "ping");
    expect(await bench.read("l30")).toEqual("end");
    expect(await bench.read("l59")).toEqual("SYMLINK");
    expect(await bench.read("ping/x")).toEqual("SYMLINK");
  });

  it("writing to a link replaces its target and keeps the link", async (bench) => {
    await bench.write({ "dir/in.txt": "in" });
    bench.link("l", "dir/in.txt");
    bench.link("dangling", "made/new.txt");
    bench.link("out", "../out.txt");
    await bench.write({ l: "new", dangling: "born" });
    expect(await bench.read("dir/in.txt")).toEqual("new");
    expect(await bench.read("made/new.txt")).toEqual("born");
    expect(await codeOf(() => bench.files.write(bench.at("out"), "x"))).toEqual("SYMLINK");
    expect(await bench.list()).toEqual(["dangling@", "dir/", "l@", "made/", "out@"]);
  });

  it("deleting takes the link, whatever it points to", async (bench) => {
    await bench.write({ "dir/in.txt": "in" });
    bench.link("dir/out", "/etc");
    bench.link("l", "dir");
    bench.link("gone", "none");
    expect(await codeOf(() => bench.files.delete(bench.at("l/")))).toEqual("NOT_DIR");
    expect(await bench.files.delete(bench.at("l"))).toEqual(1);
    expect(await bench.files.delete(bench.at("gone"))).toEqual(1);
    expect(await bench.read("dir/in.txt")).toEqual("in");
    expect(await bench.files.delete(bench.at("dir"))).toEqual(2);
  });

  it("searching follows no link on its way, but starts where a link leads", async (bench) => {
    await bench.write({ "dir/in.txt": "needle" });
    bench.link("loop", ".");
    bench.link("l.txt", "dir/in.txt");
    bench.link("d", "dir");
    bench.link("out", "/etc");
    expect(await bench.glob("**")).toEqual(["dir/in.txt"]);
    expect(await bench.glob("d/*")).toEqual([]);
    expect(await bench.grep("needle")).toEqual(["dir/in.txt:1:needle"]);
    expect(await bench.grep("needle", { path: "d" })).toEqual(["d/in.txt:1:needle"]);
    expect(await bench.grep("needle", { path: "l.txt" })).toEqual(["l.txt:1:needle"]);
    expect(await bench.grep("root", { path: "out" })).toEqual("SYMLINK");
    expect(await bench.list("d")).toEqual(["d/in.txt 6"]);
    expect(await bench.list("out")).toEqual("SYMLINK");
  });
}
