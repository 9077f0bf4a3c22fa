// The sample project of the demo and the answer a chat gave about it. Data only.

export const FILES: Readonly<Record<string, string>> = {
  "src/prices.js": `export const prices = {
  bread: 4.2,
  roll: 0.9,
  cake: 18.5,
};
`,
  "src/total.js": `import { prices } from "./prices.js";

export function total(basket) {
  let sum = 0;
  for (const item of basket) {
    sum += prices[item.name];
  }
  return sum;
}
`,
  "README.md": `# Bakery

Adds up what a basket costs.
`,
};

export const ANSWER = `The total ignores how many of each item are in the basket. I multiply by the count,
round to cents, and add a receipt.

src/total.js
««« EDIT
    sum += prices[item.name];
  }
  return sum;
═══════ REPL
    sum += prices[item.name] * item.count;
  }
  return Math.round(sum * 100) / 100;
»»» EDIT END

src/receipt.js
««« EDIT
═══════ REPL
import { total } from "./total.js";

export function receipt(basket) {
  const lines = basket.map((item) => \`\${item.count} × \${item.name}\`);
  return [...lines, \`Total: \${total(basket).toFixed(2)}\`].join("\\n");
}
»»» EDIT END

README.md
««« EDIT
# The Bakery

Adds up what a basket costs.
═══════ REPL
# The Bakery

Adds up what a basket costs and prints a receipt.
»»» EDIT END
`;
