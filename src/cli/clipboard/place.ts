// How a command reaches the clipboard: with the programs outside its workspace.

import type { LocalWorkspace } from "../../workspace/index.ts";
import type { Settings } from "../settings.ts";
import type { ClipboardPlace } from "./clipboard.ts";

/** For a workspace that was opened with `setPath`: what a tool starts by name is not taken from the workspace either. */
export function clipboardPlace({ environment, signal }: Settings, { findProgram }: LocalWorkspace): ClipboardPlace {
  return { findProgram, environment: { ...environment, PATH: process.env["PATH"] }, signal };
}
