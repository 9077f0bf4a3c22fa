// The files of the workspace, as far as the rules show them.

import { failure } from "../../base/index.ts";
import { decode } from "../../text/index.ts";
import { Refusal } from "../http/refusal.ts";
import type { WebFileContent, WebFiles } from "../protocol.ts";
import type { RouteParts, WebApp } from "./parts.ts";

const SHOWN_BYTES = 16 * 1024 * 1024;

export function addFileRoutes(app: WebApp, { host: { workspace }, files }: RouteParts): void {
  app.get("/api/files", async (context) => context.json<WebFiles>(await files.read()));

  app.get("/api/file", async (context) => {
    const given = context.req.query("path");
    if (given === undefined) throw new Refusal(400, "INVALID_ARG", "The path is missing.");
    const path = workspace.resolve(given, "file");
    const { bytes } = await workspace.approved.readBytes(workspace.approved.resolve(path));
    const shown = workspace.show(path);
    if (bytes.length > SHOWN_BYTES) throw failure("TOO_LARGE", `${shown} is too large to show.`);
    const decoded = decode(bytes);
    if (decoded.kind === "binary") throw failure("BINARY", `${shown} is not text.`);
    return context.json<WebFileContent>({ path: shown, content: decoded.text });
  });
}
