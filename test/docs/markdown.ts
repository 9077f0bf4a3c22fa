// Reads the parts of a Markdown page the documentation test needs: code blocks, links, headings.
// Not a renderer: it knows fences, inline code, inline links and reference links, as far as our own pages use them.

export type Block = {
  /** 1-based line of the opening fence. */
  readonly line: number;
  /** The first word after the fence. */
  readonly language: string;
  /** Why the block is not run, from "```sh not-run: REASON"; null when it is. */
  readonly notRun: string | null;
  readonly code: string;
};

export type Link = { readonly line: number; readonly target: string };

export type Page = {
  readonly blocks: readonly Block[];
  readonly links: readonly Link[];
  /** The headings as a link's #fragment names them. */
  readonly anchors: readonly string[];
};

/** Throws for a fence that is never closed: what follows it would be neither shown nor checked. */
export function readPage(markdown: string): Page {
  const blocks: Block[] = [];
  const links: Link[] = [];
  const anchors: string[] = [];
  let open: { line: number; fence: string; indent: number; info: string; code: string[] } | null = null;
  for (const [index, text] of markdown.split("\n").entries()) {
    const line = index + 1;
    if (open !== null) {
      if (text.trim().startsWith(open.fence) && /^(`+|~+)$/.test(text.trim())) {
        blocks.push({ line: open.line, ...readInfo(open.info), code: `${open.code.join("\n")}\n` });
        open = null;
      } else {
        open.code.push(text.slice(Math.min(open.indent, text.length - text.trimStart().length)));
      }
      continue;
    }
    const fence = /^( *)(`{3,}|~{3,})([^`]*)$/.exec(text);
    if (fence !== null) {
      open = { line, fence: fence[2]!, indent: fence[1]!.length, info: fence[3]!.trim(), code: [] };
      continue;
    }
    const heading = /^#{1,6} +(.*)$/.exec(text);
    if (heading !== null) anchors.push(anchorOf(heading[1]!));
    const prose = text.replaceAll(/`[^`]*`/g, "");
    for (const [, inline, reference] of prose.matchAll(/\]\(([^)\s]+)[^)]*\)|^\[[^\]]+\]: +(\S+)/g)) {
      links.push({ line, target: (inline ?? reference)! });
    }
  }
  if (open !== null) throw new Error(`The code block of line ${open.line} is never closed.`);
  return { blocks, links, anchors };
}

function readInfo(info: string): Pick<Block, "language" | "notRun"> {
  const [language = "", ...rest] = info.split(" ");
  const marked = /^not-run:\s*(\S.*)$/.exec(rest.join(" "));
  return { language, notRun: marked?.[1] ?? null };
}

/** As the common hosts make it: lower case, blanks become "-", punctuation vanishes. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
