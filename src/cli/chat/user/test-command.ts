// The command that runs after every change, as the user gave it.

/** `isTyped`: every character of it was typed, so it needs no question where it can be confined. */
export type TestCommand = { readonly command: string; readonly isTyped: boolean };
