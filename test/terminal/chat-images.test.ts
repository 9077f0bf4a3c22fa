// Images in a conversation, in a real terminal: named with @ or /add, listed, sent, and refused where the model takes none.

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chats, tail } from "./chatting.ts";

const chat = chats();
const PNG = Buffer.from("\x89PNG\r\n\x1a\n and what follows", "latin1");
const DATA = PNG.toString("base64");

test("a mentioned image is sent, listed with its size, and dropped again", async () => {
  const screen = await chat.open({
    files: { "shot.png": PNG, "a.txt": "one\n" },
    script: [{ text: "A picture." }, { text: "No picture." }],
  });
  screen.type("what is on @shot.png\r");
  await screen.waitFor(/shot\.png \(a PNG image, 25 B, about 1,600 tokens/);
  await screen.waitFor("A picture.");
  expect(JSON.stringify(chat.server.requests[0]!.body)).toContain(`data:image/png;base64,${DATA}`);
  screen.type("/files\r");
  await screen.waitFor(/About 1,600 of [\d,]+ tokens for files/);
  screen.type("/context\r");
  await screen.waitFor(/The selected files take about 1,600 tokens/);
  screen.type("/drop shot.png\r");
  await screen.waitFor("shot.png is not shown any more");
  screen.type("and now\r");
  await screen.waitFor("No picture.");
  expect(JSON.stringify(chat.server.requests[1]!.body)).not.toContain(DATA);
});

test("a model that takes none, as the config says: /add refuses it, and nothing is sent", async () => {
  const screen = await chat.open({
    files: { "shot.png": PNG },
    config: { models: { "openai/test-model": { images: false } } },
    script: [{ text: "Words only." }],
  });
  screen.type("/add shot.png\r");
  await screen.waitFor(/shot\.png was not added: it is an image, and this model does not\s+accept\s+images\./);
  screen.type("go\r");
  await screen.waitFor("Words only.");
  expect(JSON.stringify(chat.server.requests[0]!.body)).not.toContain(DATA);
});

test("a model that turns out to take none: it says so, and answers without it", async () => {
  const error = { type: "invalid_request_error", message: "This model does not support image inputs." };
  const screen = await chat.open({
    files: { "shot.png": PNG },
    args: ["chat", "--context", "shot.png"],
    script: [{ status: 400, body: { error } }, { text: "I see no picture." }],
  });
  screen.type("look\r");
  await screen.waitFor(/does not accept images\./);
  await screen.waitFor("I see no picture.");
  screen.type("/files\r");
  await screen.waitFor(/shot\.png is not shown: it is an image, and this model does not accept/);
});

describe("images from outside the folder", () => {
  /** A file next to the folder that the conversation is in. */
  function outside(name: string, bytes: Uint8Array): string {
    const path = join(chat.folder, name);
    writeFileSync(path, bytes);
    return path;
  }

  const sent = (at: number): string => JSON.stringify(chat.server.requests[at]!.body);

  test("a typed path, one in ~, and one that /add names: sent until they are dropped", async () => {
    const path = outside("my shot.png", PNG);
    outside("home.gif", Buffer.from("GIF89a and what follows"));
    const screen = await chat.open({ script: [{ text: "Two pictures." }, { text: "One picture." }] });
    screen.type(`/add ${path.replaceAll(" ", "\\ ")}\r`);
    await screen.waitFor(/my shot\.png\s+\(a PNG\s+image/);
    screen.type("what is on @~/home.gif\r");
    await screen.waitFor(/✓ ~\/home\.gif \(a GIF image, 23 B, about 1,600 tokens/);
    await screen.waitFor("Two pictures.");
    expect(sent(0)).toContain(`data:image/png;base64,${DATA}`);
    expect(sent(0)).toContain("data:image/gif;base64,");
    screen.type(`/drop "${path}"\r`);
    await screen.waitFor(/is not shown\s+any more/);
    screen.type("and now\r");
    await screen.waitFor("One picture.");
    expect(sent(1)).not.toContain(DATA);
    expect(sent(1)).toContain("data:image/gif;base64,");
  });

  test.each([
    ["in quotes", (path: string) => `'${path}' `],
    ["with backslashes", (path: string) => `${path.replaceAll(" ", "\\ ")} `],
    ["as a URL", (path: string) => `file://${path.replaceAll(" ", "%20")}`],
  ])("a file dropped on the terminal, %s, becomes a name after an @", async (_, written) => {
    const path = outside("my shot.png", PNG);
    const screen = await chat.open({ script: [{ text: "A picture." }] });
    screen.type("what is on ");
    screen.type(`\u001b[200~${written(path)}\u001b[201~`);
    await screen.waitFor(/> what is on @/);
    await new Promise((resolve) => setTimeout(resolve, 250)); // A key right after a paste may be a part of it.
    screen.type("\r");
    await screen.waitFor("A picture.");
    expect(sent(0)).toContain(`data:image/png;base64,${DATA}`);
  });

  test("other paths stay text when they are pasted; typed, they are refused, and nothing of them is sent", async () => {
    const secret = outside("secret.png", Buffer.from("a password, not a picture"));
    const large = outside("large.png", Buffer.concat([PNG, Buffer.alloc(4_000_000)]));
    const screen = await chat.open({ script: [{ text: "Nothing." }] });
    screen.type(`\u001b[200~${secret}\u001b[201~`);
    await screen.waitFor(/> \S*secret\.png/);
    expect(tail(screen, 4)).not.toContain("@");
    screen.type("\u0015");
    screen.type(`look @${secret} @${large} @${chat.folder}/none.png\r`);
    await screen.waitFor(/secret\.png\s+was not added:\s+it is\s+outside\s+this\s+folder/);
    await screen.waitFor(/large\.png\s+was not added: it\s+is an image of/);
    await screen.waitFor(/none\.png\s+was not\s+added: it\s+does not exist/);
    await screen.waitFor("Nothing.");
    expect(sent(0)).not.toContain("a password");
    expect(sent(0)).not.toContain("data:image");
  });

  test("a model that takes none: a plain message, and nothing is attached", async () => {
    const path = outside("shot.png", PNG);
    const screen = await chat.open({
      config: { models: { "openai/test-model": { images: false } } },
      script: [{ text: "Words only." }],
    });
    screen.type(`look @${path}\r`);
    await screen.waitFor(/was not added: it is an\s+image, and\s+this\s+model does\s+not\s+accept\s+images/);
    await screen.waitFor("Words only.");
    expect(sent(0)).not.toContain("data:image");
  });

  test("a resumed conversation names the images that are not kept", async () => {
    const path = outside("shot.png", PNG);
    const screen = await chat.open({ script: [{ text: "A picture." }] });
    screen.type(`look @${path}\r`);
    await screen.waitFor("A picture.");
    screen.type("/quit\r");
    await screen.exit;
    const again = await chat.open({ args: ["--resume", "last"] });
    await again.waitFor(/shot\.png,\s+an image of\s+the resumed\s+session, is\s+not\s+kept\./);
  });
});

describe("an image in the clipboard", () => {
  function clipboard(script: string): Record<string, string> {
    const bin = join(chat.folder, "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "image"), PNG);
    writeFileSync(join(bin, "xclip"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, "xclip"), 0o755);
    return { PATH: `${bin}:/usr/bin:/bin`, DISPLAY: ":0", WAYLAND_DISPLAY: "", WSL_DISTRO_NAME: "" };
  }

  test.each([
    ["Ctrl-V", "\u0016"],
    ["a paste that has no text", "\u001b[200~\u001b[201~"],
    ["/paste", "/paste\r"],
  ])("%s attaches it, and the message says what it is about", async (_, keys) => {
    const env = clipboard('case "$*" in *image/png*) cat "${0%/*}/image";; *) exit 1;; esac');
    const screen = await chat.open({ env, script: [{ text: "A picture." }] });
    screen.type(keys);
    await screen.waitFor(/✓ image-1 \(a PNG image, 25 B, about 1,600 tokens/);
    await new Promise((resolve) => setTimeout(resolve, 250)); // A key right after a paste may be a part of it.
    screen.type("what is this\r");
    await screen.waitFor("A picture.");
    expect(JSON.stringify(chat.server.requests[0]!.body)).toContain(`data:image/png;base64,${DATA}`);
    screen.type("/files\r");
    await screen.waitFor(/✓ image-1 \(a PNG image[^]*About 1,600 of/);
    screen.type("/drop\r");
    await screen.waitFor("image-1 is not shown any more");
  });

  test("none there, and no program to read it: a message says so, and the prompt keeps what was typed", async () => {
    const env = clipboard('echo "target image/png not available" >&2; exit 1');
    const screen = await chat.open({ env });
    screen.type("half a sentence\u0016");
    await screen.waitFor("There is no image in the clipboard.");
    expect(tail(screen)).toContain("> half a sentence");
    const bare = join(chat.folder, "bare");
    mkdirSync(bare);
    symlinkSync("/usr/bin/env", join(bare, "env"));
    const without = await chat.open({ env: { PATH: bare } });
    without.type("\u0016");
    await without.waitFor(/There is no program to read an image from the clipboard\./);
  });
});
