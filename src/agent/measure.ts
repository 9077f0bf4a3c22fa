// What the model that answers takes: asked of it, and learnt when it refuses something. The session is fitted to it.

import type { Model } from "./model.ts";
import type { Session } from "./session.ts";

/** Models that said they do not accept images: they are not sent any again. */
const WITHOUT_IMAGES = new WeakSet<Model>();

/** Its server is asked once. */
export async function measure(session: Session, model: Model, signal?: AbortSignal): Promise<void> {
  const window = await model.window?.(signal);
  if (window !== undefined) session.window = WITHOUT_IMAGES.has(model) ? { ...window, images: false } : window;
}

/** False when that is known already. */
export function learnNoImages(session: Session, model: Model): boolean {
  if (WITHOUT_IMAGES.has(model)) return false;
  WITHOUT_IMAGES.add(model);
  session.window = { ...session.window, images: false };
  return true;
}
