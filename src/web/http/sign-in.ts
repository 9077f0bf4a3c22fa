// Who is signed in. A token of a printed URL is good for one exchange; the cookie it becomes is half of a sign-in, the
// key in the URL's fragment the other half: cookies reach every port of a host, the key only this page. Nothing here is
// ever written to disk, so a server that was started anew knows no one.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

// So many URLs and browsers at a time; the oldest is forgotten first.
const MOST_TOKENS = 16;
const MOST_SESSIONS = 64;
const BYTES = 32;

export class SignIn {
  /** Sent as a header by the page, the same for every browser of this server. */
  readonly key: string;
  readonly #keyDigest: Buffer;
  readonly #random: (bytes: number) => Buffer;
  /** By digest, so that looking one up takes no longer for a better guess. */
  readonly #tokens = new Set<string>();
  readonly #sessions = new Set<string>();

  constructor(random: (bytes: number) => Buffer = randomBytes) {
    this.#random = random;
    this.key = this.#secret();
    this.#keyDigest = digestOf(this.key);
  }

  /** A token that can be exchanged once. */
  newToken(): string {
    const token = this.#secret();
    addBounded(this.#tokens, nameOf(token), MOST_TOKENS);
    return token;
  }

  /** The session for a token; null when it was used already, or is none of ours. */
  exchange(token: string): string | null {
    if (!this.#tokens.delete(nameOf(token))) return null;
    const session = this.#secret();
    addBounded(this.#sessions, nameOf(session), MOST_SESSIONS);
    return session;
  }

  isSession(session: string): boolean {
    return this.#sessions.has(nameOf(session));
  }

  isKey(key: string): boolean {
    return timingSafeEqual(digestOf(key), this.#keyDigest);
  }

  #secret(): string {
    return this.#random(BYTES).toString("base64url");
  }
}

function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

function nameOf(secret: string): string {
  return digestOf(secret).toString("base64url");
}

function addBounded(set: Set<string>, name: string, most: number): void {
  set.add(name);
  for (const oldest of set) {
    if (set.size <= most) return;
    set.delete(oldest);
  }
}
