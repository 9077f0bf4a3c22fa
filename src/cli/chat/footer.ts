// The line below the prompt of a conversation: who answers, what it may do, how full its window is, what it took. Pure.

import { estimateCost, inThousands, shareOf, type Mode, type Model, type Session } from "../../agent/index.ts";
import { counted, nounFor } from "../../base/index.ts";

const PERMITTED = { plan: "plan: the model only reads", edits: "edits here are not asked about" } as const;

export function footerOf({ session, model, mode }: FooterOptions): string {
  const { permissions, usage } = session;
  const files = session.context.size + session.attached.size;
  const tokens = (usage.input ?? 0) + (usage.output ?? 0);
  const cost = model === null ? null : estimateCost(model.price, usage);
  const parts = [
    model?.name ?? "no model: /model NAME",
    ...(permissions === "ask" ? [] : [PERMITTED[permissions]]),
    ...(mode === "auto" ? [] : [mode]),
    ...(files === 0 ? [] : [counted(files, "file")]),
    ...meter(session),
    ...(tokens === 0 ? [] : [`${tokens.toLocaleString("en")} ${nounFor(tokens, "token")}`]),
    ...(cost === null || cost < 0.005 ? [] : [`about $${cost.toFixed(2)}`]),
    "/help",
  ];
  return parts.join(" · ");
}

type FooterOptions = { readonly session: Session; readonly model: Model | null; readonly mode: Mode | "auto" };

/** How much of the model's window the last request took. */
function meter({ window, lastInput }: Session): readonly string[] {
  if (lastInput === null) return [];
  return [`${shareOf(lastInput, window)} of ${inThousands(window.context)}${window.from === "assumed" ? "?" : ""}`];
}
