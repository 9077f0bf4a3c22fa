// Cells of a terminal as SVG: monospace text on a grid, no fonts inside, colours for light and dark pages.

const CELL = 8.4;
const LINE = 19;
const SIZE = 14;
const PAD = 14;
// What the eight colours of a terminal look like on a dark page and on a light one.
const PALETTE = [
  ["#484f58", "#24292f"],
  ["#ff7b72", "#b3212b"],
  ["#56d364", "#1a7f37"],
  ["#e3b341", "#8a5d00"],
  ["#79c0ff", "#0550ae"],
  ["#d2a8ff", "#8250df"],
  ["#56d4dd", "#0a6b7c"],
  ["#c9d1d9", "#57606a"],
];

/** `rows` hold cells with x, width, text, colour (0 to 7 or null), bold, dim, inverse. */
export function drawScreen(rows, { columns }) {
  const width = Math.round(columns * CELL + 2 * PAD);
  const height = rows.length * LINE + 2 * PAD;
  const label = rows
    .map((row) =>
      row
        .map(({ text }) => text)
        .join("")
        .trimEnd(),
    )
    .join("\n");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>Galley asks about a change</title>
<desc>${escape(label)}</desc>
<style>${styles()}</style>
<rect class="page" width="${width}" height="${height}" rx="8"/>
${rows.flatMap((row, at) => drawRow(row, PAD + at * LINE)).join("\n")}
</svg>
`;
}

function styles() {
  const theme = (at, page, text) =>
    [
      `.page{fill:${page}}`,
      `text{fill:${text}}`,
      `.back{fill:${text}}`,
      `.over{fill:${page}}`,
      `.box{stroke:${text}}`,
      ...PALETTE.flatMap((pair, colour) => [`.c${colour}{fill:${pair[at]}}`, `.s${colour}{stroke:${pair[at]}}`]),
    ].join("");
  return [
    `text{font:${SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}`,
    ".box{fill:none;stroke-width:1.2}",
    ".bold{font-weight:700}",
    ".dim{opacity:.62}",
    theme(0, "#0d1117", "#e6edf3"),
    `@media (prefers-color-scheme:light){${theme(1, "#f6f8fa", "#1f2328")}}`,
  ].join("\n");
}

/** Neighbours that look alike are one text; an inverse one is drawn on a box of its colour. */
function drawRow(cells, top) {
  const runs = [];
  for (const cell of cells) {
    const look = [cell.colour, cell.bold, cell.dim, cell.inverse, cell.text in BOX].join(" ");
    const last = runs.at(-1);
    if (last?.look === look) {
      last.text += cell.text;
      last.width += cell.width;
    } else runs.push({ ...cell, look });
  }
  return runs.flatMap((run) => drawRun(run, top));
}

function drawRun({ x, width, text, colour, bold, dim, inverse }, top) {
  if (text.trim() === "" && !inverse) return [];
  if (text[0] in BOX) return [drawBox(text, { x, top, look: [colour === null ? "" : `s${colour % 8}`, dim && "dim"] })];
  const left = number(PAD + x * CELL);
  const span = number(width * CELL);
  const tint = colour === null ? null : `c${colour % 8}`;
  const classes = [inverse ? "over" : tint, bold && "bold", dim && "dim"].filter(Boolean).join(" ");
  const box = `<rect class="${tint ?? "back"}" x="${left}" y="${top}" width="${span}" height="${LINE}"/>`;
  const attributes = `x="${left}" y="${top + SIZE}" textLength="${span}" lengthAdjust="spacingAndGlyphs"`;
  const drawn = `<text${classes === "" ? "" : ` class="${classes}"`} ${attributes} xml:space="preserve">${escape(text)}</text>`;
  return inverse ? [box, drawn] : [drawn];
}

// A frame's lines meet only when they are drawn: a font's own are as high as its letters.
const BOX = { "─": "h", "│": "v", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu" };

function drawBox(text, { x, top, look }) {
  const path = [...text].map((character, at) => {
    const left = PAD + (x + at) * CELL;
    const [middle, centre] = [left + CELL / 2, top + LINE / 2];
    const ends = {
      h: [left, centre, left + CELL, centre],
      v: [middle, top, middle, top + LINE],
      rd: [left + CELL, centre, middle, centre, middle, top + LINE],
      ld: [left, centre, middle, centre, middle, top + LINE],
      ru: [left + CELL, centre, middle, centre, middle, top],
      lu: [left, centre, middle, centre, middle, top],
    }[BOX[character]];
    return `M${ends.map(number).join(" ")}`;
  });
  // A rule is one line, however many cells it crosses.
  const shape = /^─+$/.test(text)
    ? `M${number(PAD + x * CELL)} ${number(top + LINE / 2)}h${number(text.length * CELL)}`
    : path.join("");
  return `<path class="${["box", ...look].filter(Boolean).join(" ")}" d="${shape}"/>`;
}

function number(value) {
  return String(Math.round(value * 100) / 100);
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
