// The project and the answer that the pictures of the page are taken of. Data only.

export const files = {
  "src/cart.js": `import { tax } from "../lib/tax.js";

export function total(items) {
  let sum = 0;
  for (const item of items) {
    sum += item.price;
  }
  return sum + tax(sum);
}

export function format(amount) {
  return "$" + amount;
}
`,
  "lib/tax.js": `export const RATE = 0.19;

export function tax(amount) {
  return amount * RATE;
}
`,
  "README.md": "# Shop\n",
};

const edit = (path, find, put) => `${path}\n««« EDIT\n${find}═══════ REPL\n${put}»»» EDIT END\n\n`;

// The price hides a zero-width space: it reads the same and is another text.
export const answer =
  "The total ignored the quantity, and amounts had too many digits. I count every item and round to cents.\n\n" +
  edit("src/cart.js", "    sum += item.price;\n", "    sum += item.price * item.quantity;\n") +
  edit("src/cart.js", "  return sum + tax(sum);\n", "  return round(sum + tax(sum));\n") +
  edit(
    "src/cart.js",
    '  return "$" + amount;\n}\n',
    "  return `$\u200b${amount.toFixed(2)}`;\n}\n\nfunction round(amount) {\n  return Math.round(amount * 100) / 100;\n}\n",
  ) +
  edit("lib/tax.js", "export const RATE = 0.19;\n", "export const RATE = 0.07;\n");
