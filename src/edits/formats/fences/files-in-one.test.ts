import { expect, test } from "vitest";
import { describeBlocks } from "../describe-blocks.ts";

const fence = (info: string, text: string): string => `\`\`\`${info}\n${text}\`\`\`\n`;

test.each<[string, string, readonly string[]]>([
  [
    "two files below comments of one form",
    fence("js", "// lib/a.js\nx;\n\n// lib/b.js\ny;\n"),
    ["lib/a.js: ? = // lib/a.js/x;/", "lib/b.js: ? = // lib/b.js/y;/"],
  ],
  [
    "three, in comments with more words",
    fence("ts", "// === File: a.ts ===\nx\n\n// === File: b.ts ===\ny\n\n\n// === File: c.ts ===\nz\n"),
    ["a.ts: ? = // === File: a.ts ===/x/", "b.ts: ? = // === File: b.ts ===/y/", "c.ts: ? = // === File: c.ts ===/z/"],
  ],
  [
    "comments of CSS",
    fence("css", "/* styles/a.css */\na {}\n\n/* styles/b.css */\nb {}\n"),
    ["styles/a.css: ? = /* styles/a.css *//a {}/", "styles/b.css: ? = /* styles/b.css *//b {}/"],
  ],
  [
    "a comment of another form names a file: it may be one",
    fence("js", "// lib/a.js\nx;\n/* lib/b.js */\ny;\n"),
    ["lib/a.js: ? = // lib/a.js/x;//* lib/b.js *//y;/"],
  ],
  [
    "the name above, another inside",
    `lib/a.js\n${fence("js", "x;\n// lib/b.js\ny;\n")}`,
    ["lib/a.js: ? = x;/// lib/b.js/y;/"],
  ],
  [
    "its own name again",
    `lib/a.js\n${fence("js", "// lib/a.js\nx;\n// lib/a.js\n")}`,
    ["lib/a.js: = // lib/a.js/x;/// lib/a.js/"],
  ],
  [
    "a name among words",
    fence("js", "// lib/a.js\nx; // lib/b.js\n// see lib/b.js\n"),
    ["lib/a.js: = // lib/a.js/x; // lib/b.js/// see lib/b.js/"],
  ],
  [
    "the name of a file of another kind",
    `.gitignore\n${fence("", "dist\n# build/a.js\n")}`,
    [".gitignore: = dist/# build/a.js/"],
  ],
])("%s", (_, text, expected) => expect(describeBlocks(text, "auto")).toEqual(expected));
