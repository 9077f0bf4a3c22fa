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
    it(`reading a link ${name}`, async (subject) => {
      await subject.write({ "dir/in.txt": "in" });
      subject.link("dirlink", "dir");
      subject.link("l", target);
      expect(await subject.read("l")).toEqual(expected);
    });
  }

  it("a link below a folder starts from that folder", async (subject) => {
    await subject.write({ "a/b/in.txt": "in", "in.txt": "wrong" });
    subject.link("a/l", "b");
    subject.link("a/b/up", "../b/in.txt");
    expect(await subject.read("a/l/in.txt")).toEqual("in");
    expect(await subject.read("a/l/up")).toEqual("in");
    expect((await subject.files.readBytes(subject.at("a/l/up"))).target).toEqual(subject.at("a/b/in.txt"));
    expect(subject.target("a/l/new.txt").real).toEqual(subject.at("a/b/new.txt"));
  });

  it("forty links are too many, and a circle ends", async (subject) => {
    await subject.write({ "end.txt": "end" });
    for (let index = 0; index < 60; index += 1) subject.link(`l${index}`, index === 0 ? "end.txt" : `l${index - 1}`);
    subject.link("ping", "pong");
    subject.link("pong", "ping");
    expect(await subject.read("l30")).toEqual("end");
    expect(await subject.read("l59")).toEqual("SYMLINK");
    expect(await subject.read("ping/x")).toEqual("SYMLINK");
  });

  it("writing to a link replaces its target and keeps the link", async (subject) => {
    await subject.write({ "dir/in.txt": "in" });
    subject.link("l", "dir/in.txt");
    subject.link("dangling", "made/new.txt");
    subject.link("out", "../out.txt");
    await subject.write({ l: "new", dangling: "born" });
    expect(await subject.read("dir/in.txt")).toEqual("new");
    expect(await subject.read("made/new.txt")).toEqual("born");
    expect(await codeOf(() => subject.files.write(subject.at("out"), "x"))).toEqual("SYMLINK");
    expect(await subject.list()).toEqual(["dangling@", "dir/", "l@", "made/", "out@"]);
  });

  it("deleting takes the link, whatever it points to", async (subject) => {
    await subject.write({ "dir/in.txt": "in" });
    subject.link("dir/out", "/etc");
    subject.link("l", "dir");
    subject.link("gone", "none");
    expect(await codeOf(() => subject.files.delete(subject.at("l/")))).toEqual("NOT_DIR");
    expect(await subject.files.delete(subject.at("l"))).toEqual(1);
    expect(await subject.files.delete(subject.at("gone"))).toEqual(1);
    expect(await subject.read("dir/in.txt")).toEqual("in");
    expect(await subject.files.delete(subject.at("dir"))).toEqual(2);
  });

  it("searching follows no link on its way, but starts where a link leads", async (subject) => {
    await subject.write({ "dir/in.txt": "needle" });
    subject.link("loop", ".");
    subject.link("l.txt", "dir/in.txt");
    subject.link("d", "dir");
    subject.link("out", "/etc");
    expect(await subject.glob("**")).toEqual(["dir/in.txt"]);
    expect(await subject.glob("d/*")).toEqual([]);
    expect(await subject.grep("needle")).toEqual(["dir/in.txt:1:needle"]);
    expect(await subject.grep("needle", { path: "d" })).toEqual(["d/in.txt:1:needle"]);
    expect(await subject.grep("needle", { path: "l.txt" })).toEqual(["l.txt:1:needle"]);
    expect(await subject.grep("root", { path: "out" })).toEqual("SYMLINK");
    expect(await subject.list("d")).toEqual(["d/in.txt 6"]);
    expect(await subject.list("out")).toEqual("SYMLINK");
  });
}
