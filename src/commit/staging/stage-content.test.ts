import * as fs from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { without } from "../../../test/support/installed.ts";
import { replace, StagedRepository } from "../../../test/support/staged-repository.ts";

const { missing, note } = without("git");

let r: StagedRepository;
beforeEach(() => void (r = new StagedRepository()));
afterEach(() => fs.rmSync(r.place, { recursive: true, force: true }));

describe.skipIf(missing)(`what is staged, byte for byte${note}`, () => {
  describe("what git would store as other bytes is left alone", () => {
    const CONVERTED = /a\.txt was not staged in git: git would store it with other line endings/;
    const FILTER = /a\.txt was not staged in git: a git filter is set for it/;
    test.each<[string, { attributes?: string; config?: readonly [string, string]; text: string }, RegExp | null]>([
      ["text, CRLF", { attributes: "*.txt text", text: "one\r\n" }, CONVERTED],
      ["eol=crlf, CRLF", { attributes: "*.txt text eol=crlf", text: "one\r\n" }, CONVERTED],
      ["text=auto, CRLF", { attributes: "* text=auto", text: "one\r\n" }, CONVERTED],
      ["text=auto, LF", { attributes: "* text=auto", text: "one\n" }, null],
      ["text=auto, a lone CR", { attributes: "* text=auto", text: "one\r" }, null],
      ["the old name crlf, CRLF", { attributes: "*.txt crlf", text: "one\r\n" }, CONVERTED],
      ["-text, CRLF", { attributes: "*.txt -text", text: "one\r\n" }, null],
      [
        "-text, CRLF, autocrlf",
        { attributes: "*.txt -text", config: ["core.autocrlf", "true"], text: "one\r\n" },
        null,
      ],
      [
        "text with the value unset, CRLF, autocrlf",
        { attributes: "*.txt text=unset", config: ["core.autocrlf", "true"], text: "one\r\n" },
        CONVERTED,
      ],
      ["no attribute, CRLF", { text: "one\r\n" }, null],
      ["autocrlf, CRLF", { config: ["core.autocrlf", "true"], text: "one\r\n" }, CONVERTED],
      ["autocrlf=input, CRLF", { config: ["core.autocrlf", "input"], text: "one\r\n" }, CONVERTED],
      ["autocrlf, LF", { config: ["core.autocrlf", "true"], text: "one\n" }, null],
      ["ident, a keyword", { attributes: "*.txt ident", text: "one $Id: 123 $\n" }, CONVERTED],
      ["ident, no keyword", { attributes: "*.txt ident", text: "one\n" }, null],
      ["-ident, a keyword", { attributes: "*.txt -ident", text: "one $Id: 123 $\n" }, null],
      ["an encoding, not ASCII", { attributes: "*.txt working-tree-encoding=ISO-8859-1", text: "one é\n" }, CONVERTED],
      ["an encoding, ASCII", { attributes: "*.txt working-tree-encoding=ISO-8859-1", text: "one\n" }, null],
      ["a filter that is not configured", { attributes: "*.txt filter=lfs", text: "one\n" }, FILTER],
      ["a filter without a name", { attributes: "*.txt filter", text: "one\n" }, FILTER],
      ["a filter that is switched off", { attributes: "*.txt -filter", text: "one\n" }, null],
      ["a filter that is switched off again", { attributes: "*.txt filter=x\na.txt !filter", text: "one\n" }, null],
      [
        "a filter that looks switched off",
        { attributes: "*.txt filter=unset", config: ["filter.unset.clean", "false"], text: "one\n" },
        FILTER,
      ],
    ])("%s", async (_, { attributes, config, text }, reason) => {
      r.start(attributes === undefined ? {} : { ".gitattributes": `${attributes}\n` });
      r.write("a.txt", text);
      r.git("-c", "core.safecrlf=false", ...(config ? ["-c", `${config[0]}=${config[1]}`] : []), "add", "a.txt");
      r.git("commit", "-q", "-m", "a");
      if (config !== undefined) r.git("config", ...config);
      const { staged, warnings } = await r.stage(await r.apply(["a.txt", replace("one", "two")]));
      expect([staged, warnings]).toEqual(reason === null ? [["a.txt"], []] : [[], [expect.stringMatching(reason)]]);
      if (reason === null) expect(r.git("cat-file", "blob", ":a.txt")).toBe(text.replace("one", "two"));
    });

    test("attributes of a folder above and of the folder itself", async () => {
      r.start({
        "d/.gitattributes": "x.txt filter=x\n",
        "d/x.txt": "one\n",
        "d/y.txt": "one\n",
        "d/e/x.txt": "one\n",
      });
      const receipt = await r.apply(
        ["d/x.txt", replace("one", "two")],
        ["d/y.txt", replace("one", "two")],
        ["d/e/x.txt", replace("one", "two")],
      );
      expect((await r.stage(receipt)).staged).toEqual(["d/y.txt"]);
    });

    test("line endings that the person changed are their own change", async () => {
      r.start({ "a.txt": "one\nmore\n" });
      r.write("a.txt", "one\r\nmore\r\n");
      const { staged, warnings } = await r.stage(await r.apply(["a.txt", replace("one", "two")]));
      expect([staged, warnings]).toEqual([[], [expect.stringMatching(/changes that were not staged/)]]);
    });

    test("what is deleted is compared as git stores it", async () => {
      r.start({ ".gitattributes": "*.txt text\n" });
      r.write("a.txt", "one\r\n");
      r.git("add", "a.txt");
      r.git("commit", "-q", "-m", "a");
      expect(await r.stage(await r.apply(["a.txt", { kind: "delete" }]))).toEqual({ staged: ["a.txt"], warnings: [] });
      expect(await r.stage(await r.apply([".gitattributes", { kind: "delete" }]))).toEqual({
        staged: [".gitattributes"],
        warnings: [],
      });
    });
  });

  describe("what a file is", () => {
    const modes = () =>
      Object.fromEntries(
        r
          .git("ls-files", "--stage")
          .split("\n")
          .filter(Boolean)
          .map((line) => {
            const [, mode, path] = /^(\d+) .*\t(.*)$/.exec(line)!;
            return [path, mode];
          }),
      );

    test("a program stays one; a permission that the person changed is not staged", async () => {
      r.start({ "run.sh": "one\n", "plain.txt": "one\n", "moved.sh": "one\n", "moved.txt": "m\n" });
      for (const name of ["run.sh", "moved.sh"]) fs.chmodSync(join(r.root, name), 0o755);
      r.git("add", "-A");
      r.git("commit", "-q", "-m", "programs");
      fs.chmodSync(join(r.root, "plain.txt"), 0o755);
      fs.chmodSync(join(r.root, "moved.txt"), 0o755);
      const receipt = await r.apply(
        ["run.sh", replace("one", "two")],
        ["plain.txt", replace("one", "two")],
        ["moved.sh", { kind: "move", to: "d/moved.sh" }],
        ["moved.txt", { kind: "move", to: "d/moved.txt" }],
        ["new.txt", { kind: "create", content: "new\n" }],
      );
      expect((await r.stage(receipt)).warnings).toEqual([]);
      expect(modes()).toEqual({
        "run.sh": "100755",
        "plain.txt": "100644",
        "d/moved.sh": "100755",
        "d/moved.txt": "100644",
        "new.txt": "100644",
      });
      expect(fs.statSync(join(r.root, "plain.txt")).mode & 0o111).not.toBe(0);
    });

    test("where permissions say nothing, the index does", async () => {
      r.start({ "run.sh": "one\n", "a.txt": "a\n" });
      r.git("update-index", "--chmod=+x", "run.sh");
      r.git("commit", "-q", "-m", "program");
      r.git("config", "core.fileMode", "false");
      fs.chmodSync(join(r.root, "run.sh"), 0o644);
      fs.chmodSync(join(r.root, "a.txt"), 0o755);
      await r.stage(await r.apply(["run.sh", replace("one", "two")], ["a.txt", replace("a", "b")]));
      expect(modes()).toEqual({ "run.sh": "100755", "a.txt": "100644" });
    });
  });
});
