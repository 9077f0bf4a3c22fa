// How a model is instructed to write edits: the one place for this text, included in every prompt that needs it.
// Never shows an example that is not tested: each is applied to the files it speaks of, the wrong one included.

import { Bug } from "../base/index.ts";
import { codeOf } from "./formats/readers.ts";
import { FORMAT_NAMES } from "./formats/table.ts";
import type { FormatExample } from "./formats/written.ts";
import type { Format } from "./types.ts";

export type Example = FormatExample & { readonly format: Format };

/** The instructions for one format, ready for a prompt. They end in a line break. */
export function editInstructions(format: Format): string {
  const text = TEXTS[format] ?? codeOf(format)?.instructions?.text;
  if (text === undefined) throw new Bug(`the format ${format} has no instructions`);
  return text;
}

/** Every example of every text, in the order they appear. */
export function editExamples(): readonly Example[] {
  const own = FORMAT_NAMES.flatMap((format) => {
    const example = codeOf(format)?.instructions?.example;
    return example === undefined ? [] : [{ format, ...example }];
  });
  return [...EXAMPLES, ...own];
}

const EXAMPLES: Example[] = [];

function example(format: Format, lines: readonly string[], files: Omit<Example, "format" | "answer">): string {
  const answer = `${lines.join("\n")}\n`;
  EXAMPLES.push({ format, answer, ...files });
  return answer;
}

const CHANGE = example(
  "edit-block",
  [
    "src/price.ts",
    "««« EDIT",
    "export function total(items: Item[]): number {",
    "  return items.length;",
    "}",
    "═══════ REPL",
    "export function total(items: Item[]): number {",
    "  return items.reduce((sum, item) => sum + item.price, 0);",
    "}",
    "»»» EDIT END",
  ],
  {
    before: { "src/price.ts": "export function total(items: Item[]): number {\n  return items.length;\n}\n" },
    after: {
      "src/price.ts":
        "export function total(items: Item[]): number {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n",
    },
    refused: 0,
  },
);

const INSERT = example(
  "edit-block",
  ["src/main.py", "««« EDIT", "import os", "═══════ REPL", "import os", "import shutil", "»»» EDIT END"],
  {
    before: { "src/main.py": "import os\n\nprint(os.name)\n" },
    after: { "src/main.py": "import os\nimport shutil\n\nprint(os.name)\n" },
    refused: 0,
  },
);

const REMOVE = example(
  "edit-block",
  [
    "src/main.py",
    "««« EDIT",
    "import os",
    "import shutil",
    "import sys",
    "═══════ REPL",
    "import os",
    "import sys",
    "»»» EDIT END",
  ],
  {
    before: { "src/main.py": "import os\nimport shutil\nimport sys\n" },
    after: { "src/main.py": "import os\nimport sys\n" },
    refused: 0,
  },
);

const CREATE = example(
  "edit-block",
  ["docs/usage.md", "««« EDIT", "═══════ REPL", "# Usage", "", "Run `start`.", "»»» EDIT END"],
  { before: {}, after: { "docs/usage.md": "# Usage\n\nRun `start`.\n" }, refused: 0 },
);

const SERVER = "def serve():\n    load()\n    listen()\n";

const WRONG = example(
  "edit-block",
  [
    "server.py",
    "««« EDIT",
    "def serve():",
    "    load()",
    "═══════ REPL",
    "def serve():",
    "    load(config)",
    "»»» EDIT END",
    "",
    "server.py",
    "««« EDIT",
    "    load()",
    "    listen()",
    "═══════ REPL",
    "    load()",
    "    listen(port)",
    "»»» EDIT END",
  ],
  {
    before: { "server.py": SERVER },
    after: { "server.py": "def serve():\n    load(config)\n    listen()\n" },
    refused: 1,
  },
);

const MERGED = example(
  "edit-block",
  [
    "server.py",
    "««« EDIT",
    "def serve():",
    "    load()",
    "    listen()",
    "═══════ REPL",
    "def serve():",
    "    load(config)",
    "    listen(port)",
    "»»» EDIT END",
  ],
  {
    before: { "server.py": SERVER },
    after: { "server.py": "def serve():\n    load(config)\n    listen(port)\n" },
    refused: 0,
  },
);

const LONGER = example(
  "edit-block",
  [
    "docs/blocks.md",
    "«««« EDIT",
    "A block ends with this line:",
    "»»» EDIT END",
    "════════ REPL",
    "A block ends with this line, at column 0:",
    "»»» EDIT END",
    "»»»» EDIT END",
  ],
  {
    before: { "docs/blocks.md": "# Blocks\n\nA block ends with this line:\n»»» EDIT END\n" },
    after: { "docs/blocks.md": "# Blocks\n\nA block ends with this line, at column 0:\n»»» EDIT END\n" },
    refused: 0,
  },
);

const SEARCH_REPLACE = example(
  "search-replace",
  [
    "```python",
    "src/main.py",
    "<<<<<<< SEARCH",
    "def area(r):",
    "    return r * r",
    "=======",
    "def area(r):",
    "    return 3.14159 * r * r",
    ">>>>>>> REPLACE",
    "```",
  ],
  {
    before: { "src/main.py": "def area(r):\n    return r * r\n" },
    after: { "src/main.py": "def area(r):\n    return 3.14159 * r * r\n" },
    refused: 0,
  },
);

const DIFF = example(
  "udiff",
  [
    "```diff",
    "--- a/src/main.py",
    "+++ b/src/main.py",
    "@@ -1,2 +1,2 @@",
    " def area(r):",
    "-    return r * r",
    "+    return 3.14159 * r * r",
    "```",
  ],
  {
    before: { "src/main.py": "def area(r):\n    return r * r\n" },
    after: { "src/main.py": "def area(r):\n    return 3.14159 * r * r\n" },
    refused: 0,
  },
);

const PATCH = example(
  "apply-patch",
  [
    "*** Begin Patch",
    "*** Update File: src/main.py",
    "@@ def area(r):",
    "-    return r * r",
    "+    return 3.14159 * r * r",
    "*** Add File: src/shapes.py",
    "+SIDES = 4",
    "*** Delete File: src/old.py",
    "*** End Patch",
  ],
  {
    before: { "src/main.py": "def area(r):\n    return r * r\n", "src/old.py": "pass\n" },
    after: { "src/main.py": "def area(r):\n    return 3.14159 * r * r\n", "src/shapes.py": "SIDES = 4\n" },
    refused: 0,
  },
);

const WHOLE = example("whole-file", ["src/shapes.py", "```python", "SIDES = 4", "```"], {
  before: { "src/shapes.py": "SIDES = 3\n" },
  after: { "src/shapes.py": "SIDES = 4\n" },
  refused: 0,
});

const TEXTS: Partial<Readonly<Record<Format, string>>> = {
  "edit-block": `# Changing files

To change a file, write an edit block: the path on a line of its own, then what is there now, then what it should become.

${CHANGE}
The EDIT section is copied from the file. The REPL section takes its place. Both are whole lines, and the three marker
lines start at the first column and have nothing after them. Words around a block are fine.

- To insert lines, repeat a line that is there and add the new ones after it:

${INSERT}
- To remove lines, leave them out of the REPL section:

${REMOVE}
- To create a file, leave the EDIT section empty. This works only for a path that does not exist yet:

${CREATE}
## Rules

1. Copy the EDIT section out of the file as you were shown it. Do not write it from memory.
2. Give lines around the change as context, the same lines in both sections.
3. Give enough of them that the EDIT section fits in exactly one place. If it fits in none or in two, the block is
   refused.
4. Every blank, tab, empty line and comment counts.
5. Write out all of it. Never shorten with "..." or "rest of the code": such a line would end up in the file.
6. Before you send a block, find its EDIT section in the file once more. If you have not seen the file, ask for it.
7. Blocks cannot move, rename or delete a file. Ask the person to run \`git mv\` or \`git rm\`.

## Several changes in one file

Blocks are applied from top to bottom, each to what the ones before it left. This is wrong, because the first block
changes a line that the second one looks for:

${WRONG}
This is right, one block for both changes:

${MERGED}
Make one block of changes that overlap, that are within three lines of each other, or of which one needs the other.

## When the content itself has marker lines

Use longer markers: one more « and », and one more ═, than the longest in the content. The three belong together: with
four « come eight ═ and four ».

${LONGER}`,

  "search-replace": `# Changing files

Write a code fence for each edit: the path of the file alone on its first line, then a block with the lines that are
there and the lines to put in their place:

${SEARCH_REPLACE}
The SEARCH part must be copied from the file exactly, whitespace and comments included, and fit in exactly one place. To
create a file, leave it empty. Write out all lines; never shorten with "...". Blocks cannot move or delete files.
`,

  udiff: `# Changing files

Write a unified diff as \`diff -u\` and git do, one header per file:

${DIFF}
Context lines and removed lines must be copied from the file exactly. Give enough context that each hunk fits in exactly
one place, or the right line number. A new file has \`--- /dev/null\`, a deleted one \`+++ /dev/null\`.
`,

  "apply-patch": `# Changing files

Write one patch for all files:

${PATCH}
Lines that stay start with a space, lines to remove with "-", lines to add with "+". They must be copied from the file
exactly and fit in exactly one place; \`@@ line\` names a line that comes before it. \`*** Move to: path\` after
\`*** Update File:\` renames the file.
`,

  "whole-file": `# Changing files

Write each file you change in full, in a code fence, with its path on the line before:

${WHOLE}
Write out all lines; what you leave out is deleted. If the file has code fences itself, use a longer fence around it.
`,
};
