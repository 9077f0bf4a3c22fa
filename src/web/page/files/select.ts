// Which files every request to the model has. The server decides; what it refuses is said.

import { counted } from "../../../base/index.ts";
import type { SelectionReply } from "../../protocol.ts";
import type { App } from "../app/context.ts";
import { messageOf } from "../store/api.ts";

// A context of more files is a mistake more often than a wish.
const MOST_AT_ONCE = 500;

export async function select(app: App, paths: readonly string[], to: boolean): Promise<void> {
  const { api, data, confirmations } = app;
  if (to && paths.length > MOST_AT_ONCE)
    return confirmations.show(
      `${counted(paths.length, "file")} are too many for a model. Choose a folder with at most ${MOST_AT_ONCE}.`,
      { tone: "bad" },
    );
  try {
    const body = to ? { add: paths } : { remove: paths };
    const { selection, refused } = await api.post<SelectionReply>("/api/selection", body);
    data.update((value) => value && { ...value, selection });
    const [first] = refused;
    if (first !== undefined)
      confirmations.show(
        refused.length === 1 ? first.message : `${first.message} ${counted(refused.length - 1, "more file")} refused.`,
        { tone: "bad" },
      );
  } catch (error) {
    confirmations.show(messageOf(error), { tone: "bad" });
  }
}
