// What went wrong between us and a proxy, as a sentence that says what to do. Never holds a user name or password.

/** Thrown by requests that go through a proxy. The message is whole sentences. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
  /** Trying again may help. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing, cause }: { readonly isPassing: boolean; readonly cause?: unknown }) {
    super(message, cause === undefined ? {} : { cause });
    this.isPassing = isPassing;
  }
}
