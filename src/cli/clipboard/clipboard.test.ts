// The clipboard through programs that are real and small: scripts with the names of the tools, in a folder of PATH.

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findProgram } from "../../fs/node/index.ts";
import { readClipboard, readClipboardImage, writeClipboard, type ClipboardPlace } from "./clipboard.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "galley-clipboard-"));
  mkdirSync(join(base, "bin"));
  mkdirSync(join(base, "work"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A tool: a script of the shell. `$0.in` is where it may keep what it is given. */
function tool(name: string, script: string, folder = "bin"): void {
  const file = join(base, folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

function place(environment: Record<string, string> = {}, more: Partial<ClipboardPlace> = {}): ClipboardPlace {
  const path = `${join(base, "work")}:${join(base, "bin")}`;
  return {
    findProgram: (name) => findProgram(name, { path, outside: [join(base, "work")] }),
    environment: { PATH: "/usr/bin:/bin", ...environment },
    signal: new AbortController().signal,
    platform: "linux",
    ...more,
  };
}

describe("reading", () => {
  test.each([
    ["wl-paste", { WAYLAND_DISPLAY: "wayland-0" }],
    ["xclip", { DISPLAY: ":0" }],
    ["xsel", { DISPLAY: ":0" }],
    ["pbpaste", {}],
    ["powershell.exe", { WSL_DISTRO_NAME: "Debian" }],
  ])("%s", async (name, environment) => {
    tool(name, "printf 'the answer\\n  é'");
    expect(await readClipboard(place(environment))).toBe("the answer\n  é");
  });

  test("the tool of this desktop comes first", async () => {
    tool("wl-paste", "printf wayland");
    tool("xclip", "printf x11");
    tool("pbpaste", "printf mac");
    expect(await readClipboard(place({ DISPLAY: ":0" }))).toBe("x11");
    expect(await readClipboard(place({ DISPLAY: ":0", WAYLAND_DISPLAY: "w" }))).toBe("wayland");
    expect(await readClipboard(place({ DISPLAY: ":0" }, { platform: "darwin" }))).toBe("mac");
  });

  test("when one fails, another is tried", async () => {
    tool("wl-paste", "echo 'no compositor' >&2; exit 1");
    tool("xsel", "printf x11");
    expect(await readClipboard(place({ WAYLAND_DISPLAY: "w" }))).toBe("x11");
  });

  test("Windows ends lines with CRLF, an answer does not", async () => {
    tool("powershell.exe", "printf 'a\\r\\nb\\r\\n'");
    expect(await readClipboard(place())).toBe("a\nb\n");
  });

  test("a text is given as it is, without a shell in between", async () => {
    tool("xclip", 'cat "$0.in"');
    const text = "$(id) `x` 'y' \"z\" \\ ; \u00a0\n\n";
    writeFileSync(join(base, "bin", "xclip.in"), text);
    expect(await readClipboard(place({ DISPLAY: ":0" }))).toBe(text);
  });

  test.each([
    ["no program", "", /^There is no program to read the clipboard\. Install .*galley apply answer\.md/],
    ["empty", "exit 0", /There is no text in the clipboard\. It is empty\./],
    ["only whitespace", "printf ' \\n'", /It has only whitespace/],
    ["an image, given as it is", "printf '\\211PNG\\r\\n\\032\\n\\000'", /It has an image, not text/],
    ["other data", "printf '\\377\\376\\000'", /It has data, not text/],
    [
      "an image, refused",
      'case "$*" in *TARGETS*) printf "TARGETS\\nimage/png\\n";; *) echo "target UTF8_STRING not available" >&2; exit 1;; esac',
      /It has an image, not text/,
    ],
    ["files", 'case "$*" in *TARGETS*) printf "text/uri-list\\n";; *) exit 1;; esac', /It has files, not text/],
    ["a failure", 'echo "Can\'t open display" >&2; exit 1', /could not be read \(xclip: Can't open display\)/],
    ["no end", "exec sleep 60", /could not be read \(xclip: no answer within 0\.5 seconds/],
    ["no end of output", "exec yes", /has more than 100000 bytes/],
  ])("%s", async (_, script, message) => {
    if (script !== "") tool("xclip", script);
    const limits = { timeoutMs: 500, mostBytes: 100_000 };
    await expect(readClipboard(place({ DISPLAY: ":0" }, limits))).rejects.toThrow(message);
  });

  test("a program in the workspace is never started", async () => {
    tool("xclip", 'touch "$0.started"; printf planted', "work");
    await expect(readClipboard(place({ DISPLAY: ":0" }))).rejects.toThrow("There is no program");
    expect(() => readFileSync(join(base, "work", "xclip.started"))).toThrow("ENOENT");
  });

  test("Ctrl-C ends it", async () => {
    tool("xclip", "exec sleep 60");
    const stop = new AbortController();
    const read = readClipboard(place({ DISPLAY: ":0" }, { signal: stop.signal }));
    stop.abort(new Error("stopped"));
    await expect(read).rejects.toThrow("stopped");
  });
});

describe("an image", () => {
  const PNG = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1");
  test.each([
    ["wl-paste", { WAYLAND_DISPLAY: "wayland-0" }, PNG],
    ["xclip", { DISPLAY: ":0" }, PNG],
    ["osascript", {}, `«data PNGf${PNG.toString("hex").toUpperCase()}»\n`],
    ["powershell.exe", { WSL_DISTRO_NAME: "Debian" }, PNG.toString("base64")],
  ])("%s", async (name, environment, printed) => {
    tool(name, 'cat "$0.in"');
    writeFileSync(join(base, "bin", `${name}.in`), printed);
    expect(Buffer.from(await readClipboardImage(place(environment)))).toEqual(PNG);
  });

  test.each([
    ["no program", "", /^There is no program to read an image from the clipboard\. Install .*@~\/shot\.png/],
    ["text", "printf text", /^There is no image in the clipboard\./],
    ["a failure", "exit 1", /^There is no image in the clipboard\./],
    ["no end of output", "exec yes", /too large/],
  ])("%s", async (_, script, message) => {
    if (script !== "") tool("xclip", script);
    const limits = { timeoutMs: 5_000, mostBytes: 100_000 };
    await expect(readClipboardImage(place({ DISPLAY: ":0" }, limits))).rejects.toThrow(message);
  });
});

describe("writing", () => {
  test.each(["wl-copy", "xclip", "xsel", "pbcopy"])("%s", async (name) => {
    tool(name, 'cat > "$0.in"');
    expect(await writeClipboard("a\né `x` $y\n", place())).toBe(name);
    expect(readFileSync(join(base, "bin", `${name}.in`), "utf8")).toBe("a\né `x` $y\n");
  });

  test("clip.exe gets UTF-16 with CRLF", async () => {
    tool("clip.exe", 'cat > "$0.in"');
    await writeClipboard("a\né\n", place());
    expect(readFileSync(join(base, "bin", "clip.exe.in")).toString("utf16le")).toBe("\ufeffa\r\né\r\n");
  });

  test("a program that stays behind to offer the text is not waited for", async () => {
    tool("xclip", 'cat > "$0.in"; sleep 30 & exit 0');
    expect(await writeClipboard("x", place({}, { timeoutMs: 5000 }))).toBe("xclip");
  });

  test("a large text to a program that reads none of it", async () => {
    tool("xclip", "exit 3");
    await expect(writeClipboard("x".repeat(5_000_000), place())).rejects.toThrow(
      "could not be written (xclip: exit code 3)",
    );
  });

  test("no program", async () => {
    await expect(writeClipboard("x", place())).rejects.toThrow("There is no program to write the clipboard.");
  });
});
