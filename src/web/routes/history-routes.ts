// What was changed, taking it back, the rules that were kept, and the configuration.

import * as z from "zod/mini";
import { describeRemembered } from "../../approval/index.ts";
import { keptRule, revokeRule, undoChange } from "../../workspace/index.ts";
import { readBody } from "../http/read-body.ts";
import { Refusal } from "../http/refusal.ts";
import type { UndoReply, WebConfig, WebLogEntry, WebRule } from "../protocol.ts";
import type { RouteParts, WebApp } from "./parts.ts";
import { NameSchema, SMALL_BYTES } from "./limits.ts";

const UndoSchema = z.object({ receipt_id: NameSchema, preview: z.exactOptional(z.boolean()) });
const RevokeSchema = z.object({ id: NameSchema });

export function addHistoryRoutes(app: WebApp, { host, follower, conversation, signal }: RouteParts): void {
  const { workspace } = host;

  app.get("/api/log", async (context) => {
    const here = workspace.address === null ? {} : { root: workspace.address };
    const { entries } = (await workspace.state()).log.list(here);
    return context.json<readonly WebLogEntry[]>(
      entries.map(({ receipt_id, at, decided_by, state, undoes, files }) => ({
        receipt_id,
        at,
        decided_by,
        state,
        undoes,
        files: files.map(workspace.show),
      })),
    );
  });

  app.post("/api/undo", async (context) => {
    const body = await readBody(context.env.incoming, { schema: UndoSchema, mostBytes: SMALL_BYTES });
    const { receipt_id: receipt, preview = false } = body;
    const { undone, indexWarnings } = await undoChange(workspace, { receipt, by: "person", preview, signal });
    const restored = undone.restored.map(workspace.show);
    if (!preview) {
      (await conversation()).changed(restored, "undone changes to");
      await follower.look();
    }
    return context.json<UndoReply>({
      receipt_id: undone.receipt_id,
      restored,
      skipped: undone.skipped.map(({ path, reason }) => ({ path: workspace.show(path), reason })),
      warnings: [...undone.warnings, ...indexWarnings],
    });
  });

  app.get("/api/rules", async (context) => {
    const { rules } = (await workspace.state()).rules.list();
    const kept = rules.map((rule) => keptRule(rule, workspace)).filter(({ wire }) => wire.sandbox !== null);
    const session = workspace.gate.session?.rules() ?? [];
    return context.json<readonly WebRule[]>([
      ...session.map((rule) => ({
        id: rule.id,
        description: describeRemembered(rule),
        rule,
        created_at: null,
        session: true,
        inactive: null,
      })),
      ...kept.map(({ rule, why, wire: { id, at } }) => ({
        id,
        description: describeRemembered(rule),
        rule,
        created_at: at,
        session: false,
        inactive: why,
      })),
    ]);
  });

  app.post("/api/rules/revoke", async (context) => {
    const { id } = await readBody(context.env.incoming, { schema: RevokeSchema, mostBytes: SMALL_BYTES });
    if ((await revokeRule(id, workspace, signal)) === null)
      throw new Refusal(404, "NOT_FOUND", "This rule was revoked already.");
    await follower.look();
    return context.json({});
  });

  app.get("/api/config", async (context) => context.json<WebConfig>(await host.config()));
}
