// The files of the project.
import type { VNode } from "preact";
export function FileScreen({ path }: { readonly path: string }): VNode {
  return <div>{path}</div>;
}
