// The line below the prompt of a conversation: who answers, what it may do, how full its window is, what it took. Pure.

import { estimateCost, inThousands, shareOf, type Mode, type Model, type Session } from "../../agent/index.ts";
import { counted, grouped, nounFor } from "../../base/index.ts";
import type { FooterPart } from "../../terminal/index.ts";

const PERMITTED = { plan: "plan: the model only reads", edits: "edits here are not asked about" } as const;

export function footerOf({ session, model, mode }: FooterOptions): readonly FooterPart[] {
  const { permissions, usage } = session;
  const files = session.context.size + session.attached.size;
  const tokens = (usage.input ?? 0) + (usage.output ?? 0);
  const cost = model === null ? null : estimateCost(model.price, usage);
  const part = (text: string | null, weight: number): readonly FooterPart[] =>
    text === null ? [] : [{ text, weight }];
  return [
    ...part(model?.name ?? "no model: /model NAME", 8),
    ...part(permissions === "ask" ? null : PERMITTED[permissions], 7),
    ...part(mode === "auto" ? null : mode, 4),
    ...part(files === 0 ? null : counted(files, "file"), 3),
    ...part(meter(session), 6),
    ...part(tokens === 0 ? null : `${grouped(tokens)} ${nounFor(tokens, "token")}`, 1),
    ...part(cost === null || cost < 0.005 ? null : `about $${cost.toFixed(2)}`, 2),
    ...part("/help", 5),
  ];
}

type FooterOptions = { readonly session: Session; readonly model: Model | null; readonly mode: Mode | "auto" };

/** How much of the model's window the last request took. */
function meter({ window, lastInput }: Session): string | null {
  if (lastInput === null) return null;
  return `${shareOf(lastInput, window)} of ${inThousands(window.context)}${window.from === "assumed" ? "?" : ""}`;
}
