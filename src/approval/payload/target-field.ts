// The `target` of a payload: there exactly when the path leads elsewhere.

export function targetField({ path, real }: { readonly path: string; readonly real: string }): { target?: string } {
  return path === real ? {} : { target: real };
}
