// The menu below the prompt of a conversation, in a real terminal: files named with an @, and `/add` without a name.

import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { chats, tail } from "./chatting.ts";

const ESC = "\u001b";
const FILES = {
  "src/price.ts": "export const price = 1;\n",
  "src/print.ts": "export const print = 2;\n",
  "my notes/first draft.md": "# Draft\n",
  "secret.env": "KEY=1\n",
  "build/out.js": "ignored\n",
  ".gitignore": "build/\n",
};
const DENY = { policy: [{ effect: "deny", path: "**/secret.env" }] };

const chat = chats();

/** What every request shows whole, of the last request. */
function system(): string {
  const { messages } = chat.server.requests.at(-1)!.body as { messages: readonly { content: unknown }[] };
  return String(messages[0]!.content);
}

describe("an @", () => {
  test("finds files while typing; what is chosen is shown to the model", async () => {
    const screen = await chat.open({ files: FILES, config: DENY, script: [{ text: "Seen." }] });
    screen.type("look at @");
    await screen.waitFor(/❯ \.gitignore/);
    const rows = screen.visible().join("\n");
    expect(rows).toContain("src/price.ts");
    expect(rows).toMatch(/^ {2}src\/ +folder$/m);
    expect(rows).not.toMatch(/secret|build/);
    screen.type("prit");
    await screen.waitFor(
      /> look at @prit\n❯ src\/print\.ts {2}24 B\n {2}src\/price\.ts {2}24 B\n {2}print +constant {2}src\/print\.ts:1\n3 matches/,
    );
    screen.type("\r");
    await screen.waitFor(/> look at @src\/print\.ts ?\n/);
    screen.type("and @fidr");
    await screen.waitFor("❯ my notes/first draft.md");
    screen.type("\t");
    await screen.waitFor('@"my notes/first draft.md"');
    screen.type("\r");
    await screen.waitFor("Seen.");
    await screen.waitFor("✓ src/print.ts (about 6 tokens, under 1% of the window)");
    expect(chat.lastSent).toBe('look at @src/print.ts and @"my notes/first draft.md" ');
    expect(system()).toContain("export const print = 2;");
    expect(system()).toContain("# Draft");
  });

  test("finds what files define; choosing it shows its file to the model", async () => {
    const source = "export class Basket {\n  sumOfAll() {\n    return 1;\n  }\n}\nexport function sumUp() {}\n";
    const screen = await chat.open({
      files: { ...FILES, "src/basket.ts": source, "secret.ts": "export const sumHidden = 1;\n" },
      config: { policy: [{ effect: "deny", path: "**/secret.ts" }] },
      script: [{ text: "Seen." }],
    });
    screen.type("what does @sumo");
    await screen.waitFor(/❯ sumOfAll {2}method {4}src\/basket\.ts:2\n1 match/);
    screen.type("\u007f");
    await screen.waitFor(/sumUp +function {2}src\/basket\.ts:6\n {2}sumOfAll[^\n]*\n2 matches/);
    screen.type("o\r");
    await screen.waitFor("> what does @src/basket.ts#sumOfAll");
    screen.type("do\r");
    await screen.waitFor("Seen.");
    await screen.waitFor(/✓ src\/basket\.ts for sumOfAll \(about \d+ tokens, under 1% of the window\)/);
    expect(chat.lastSent).toBe("what does @src/basket.ts#sumOfAll do");
    expect(system()).toContain("export function sumUp() {}");
    screen.type("/add\r");
    await screen.waitFor(/> \/add ?\n❯/);
    screen.type("basketclass");
    await screen.waitFor("Nothing matches");
    screen.type("\u0017Basket");
    await screen.waitFor(/ Basket +class {5}src\/basket\.ts:1/);
    screen.type(`${ESC}[B\r`);
    await screen.waitFor("> /add src/basket.ts#Basket");
    screen.type("\r");
    await screen.waitFor("✓ src/basket.ts for Basket was there already");
  });

  test("in a mail address, in code, in a paste, and behind Esc it is only text", async () => {
    const screen = await chat.open({ files: FILES, script: [{ text: "Fine." }] });
    screen.type("ann@exa `@x` @pri");
    await screen.waitFor("❯ src/price.ts");
    screen.type(ESC);
    await screen.waitFor(/@pri\n.*\/help$/);
    screen.type(" @no/file.ts");
    await screen.waitFor("Nothing matches.");
    screen.type(`${ESC}[200~ @src/price.ts${ESC}[201~`);
    await screen.waitFor(/@src\/price\.ts\n.*\/help$/);
    screen.type("\r");
    await screen.waitFor("Fine.");
    await screen.waitFor("! src/price.ts is named in pasted text, so it was not added. /add adds it.");
    await screen.waitFor("@no/file.ts names no file here, so it is sent as text only.");
    expect(system()).not.toContain("The files you can see");
  });

  test("/add alone opens the same menu; Enter adds what was picked; 20 columns are enough", async () => {
    const screen = await chat.open({ files: FILES, columns: 20, rows: 16 });
    screen.type("/add\r");
    await screen.waitFor(/> \/add ?\n❯ \.gitignore/);
    screen.type("price");
    await screen.waitFor(/> \/add price\n❯ src\/price\.ts/);
    screen.type("\r");
    await screen.waitFor("> /add src/price.ts");
    screen.type("\r");
    await screen.waitFor("✓ src/price.ts");
    expect(Math.max(...screen.visible().map((row) => row.length))).toBeLessThanOrEqual(20);
    expect(tail(screen, 1)).toContain("openai");
  });

  test("names that no path may hold are counted, not listed", async () => {
    mkdirSync(chat.path(""), { recursive: true });
    writeFileSync(chat.path("bad\u001b[31m.txt"), "x\n");
    const screen = await chat.open({ files: { "good.txt": "x\n" } });
    screen.type("@");
    await screen.waitFor("❯ good.txt");
    await screen.waitFor("1 name with hidden characters left out");
    expect(screen.visible().join("\n")).not.toContain("bad");
  });
});

test("started in a folder below the root, names count from the root or from that folder", async () => {
  const files = { ".git/HEAD": "ref: refs/heads/main\n", "a.txt": "top\n", "src/in/a.txt": "in\n", "src/b.txt": "b\n" };
  const screen = await chat.open({ files, startedIn: "src/in", columns: 120, script: [{ text: "ok" }] });
  screen.type("see @a.txt and @../b.txt\r");
  await screen.waitFor(/✓ a\.txt \(about[^]*✓ src\/b\.txt \(about[^]*\nok\n/);
  screen.type("/add ./a.txt\r");
  await screen.waitFor(/✓ src\/in\/a\.txt \(about/);
});
