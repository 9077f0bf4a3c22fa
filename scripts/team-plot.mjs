// `node scripts/team-plot.mjs`: draws docs/pictures/team-growth.svg from what `npm run bench -- team` measured.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dist, root } from "./place.mjs";

const points = JSON.parse(readFileSync(join(dist, "team-growth.json"), "utf8"));
const LINES = [
  { key: "ask", label: "ask", colour: "#2563eb" },
  { key: "answer", label: "answer", colour: "#b45309" },
  { key: "list", label: "list 100", colour: "#15803d" },
];
const [width, height, left, bottom, top, right] = [640, 320, 60, 46, 20, 90];
const most = Math.max(...points.flatMap((point) => LINES.map(({ key }) => point[key]))) * 1.1;
const decades = Math.log10(points.at(-1).open) - Math.log10(points[0].open);
const x = (open) => left + ((Math.log10(open) - Math.log10(points[0].open)) / decades) * (width - left - right);
const y = (ms) => height - bottom - (ms / most) * (height - bottom - top);
const at = (value) => value.toFixed(1);

const ticks = Array.from({ length: 5 }, (_, index) => (most / 1.1 / 4) * index);
const parts = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
  `<title>Median milliseconds per operation, by how many questions are open</title>`,
  `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
  ...ticks.map(
    (ms) =>
      `<line x1="${left}" x2="${width - right}" y1="${at(y(ms))}" y2="${at(y(ms))}" stroke="#e5e7eb"/>` +
      `<text x="${left - 8}" y="${at(y(ms) + 4)}" text-anchor="end">${ms.toFixed(1)}</text>`,
  ),
  ...points.map(
    ({ open }) => `<text x="${at(x(open))}" y="${height - bottom + 18}" text-anchor="middle">${open}</text>`,
  ),
  `<text x="${(left + width - right) / 2}" y="${height - 8}" text-anchor="middle">open questions</text>`,
  `<text x="14" y="${(height - bottom) / 2}" transform="rotate(-90 14 ${(height - bottom) / 2})" text-anchor="middle">ms, median</text>`,
  ...LINES.flatMap(({ key, label, colour }, index) => [
    `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.map((point) => `${at(x(point.open))},${at(y(point[key]))}`).join(" ")}"/>`,
    `<text x="${width - right + 8}" y="${top + 16 + index * 18}" fill="${colour}">${label}</text>`,
  ]),
  "</svg>",
];
writeFileSync(join(root, "docs", "pictures", "team-growth.svg"), `${parts.join("\n")}\n`);
