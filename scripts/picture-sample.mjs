// The project and the answer the README picture is taken of. Data only: one change to like, one to look at twice.

export const files = {
  "src/invoice.ts": `import { prices } from "./prices.ts";

// What a basket costs, in cents.
export function total(basket: Basket): number {
  let sum = 0;
  for (const item of basket) {
    sum += prices[item.name];
  }
  return sum;
}

export function mayRefund(user: User): boolean {
  return user.role === "admin";
}
`,
};

// The second block hides a zero-width space in a name: it reads the same and means something else.
export const answer = `Items have a count now, and refunds ask for the role by name.

src/invoice.ts
««« EDIT
    sum += prices[item.name];
═══════ REPL
    sum += prices[item.name] * item.count;
»»» EDIT END

src/invoice.ts
««« EDIT
  return user.role === "admin";
═══════ REPL
  return user.role !== "admin\u200b";
»»» EDIT END

src/receipt.ts
««« EDIT
═══════ REPL
import { total } from "./invoice.ts";
»»» EDIT END
`;
