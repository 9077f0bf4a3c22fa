// The files of the project.
import type { VNode } from "preact";
export function FilesPanel({ isScreen = false }: { readonly isScreen?: boolean }): VNode {
  return (
    <div class="files-panel" data-testid="files">
      {isScreen ? "screen" : ""}
    </div>
  );
}
