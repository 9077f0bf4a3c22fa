// The version of a content: SHA-256 of its bytes, in hex. The same on Node and in a browser.
// No import of node:crypto here: this room also runs in the browser bundle.

declare const version: unique symbol;
declare const digest: unique symbol;

/** Names exact bytes. Two files have the same version exactly when their bytes are the same. */
export type Version = string & { readonly [version]: true };

/** Names a question: which path, from which version, to which version. */
export type Digest = string & { readonly [digest]: true };

type NodeCrypto = typeof import("node:crypto");
type Builtins = { readonly process?: { readonly getBuiltinModule?: (name: string) => unknown } };

// Loading Node's own costs more than hashing a few small texts does; after so many bytes it pays.
const SMALL = 16_384;
let hashed = 0;
let native: NodeCrypto | null | undefined;

/** The version of these bytes: equal for equal bytes, different for different ones. */
export function versionOf(bytes: Uint8Array): Version {
  hashed += bytes.length;
  if (native === undefined && hashed > SMALL) {
    const builtins = (globalThis as Builtins).process;
    native = (builtins?.getBuiltinModule?.("node:crypto") as NodeCrypto | undefined) ?? null; // The name decides its type.
  }
  return (native ? native.createHash("sha256").update(bytes).digest("hex") : sha256(bytes)) as Version;
}

/** Binds the parts of a question together; parts cannot run into each other. */
export function digestOf(parts: readonly (string | null)[]): Digest {
  return versionOf(new TextEncoder().encode(JSON.stringify(parts))) as string as Digest;
}

/** FIPS 180-4 in plain JavaScript, for where no native one can be called synchronously. */
export function sha256(bytes: Uint8Array): string {
  const length = bytes.length;
  const blocks = Math.ceil((length + 9) / 64);
  const tail = new Uint8Array(64 * Math.min(blocks, 2));
  const whole = blocks * 64 - tail.length;
  tail.set(bytes.subarray(whole));
  tail[length - whole] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(tail.length - 4, (length << 3) >>> 0);
  const state = Uint32Array.of(
    0x6a09e667,
    0xbb67ae85,
    0x3c6ef372,
    0xa54ff53a,
    0x510e527f,
    0x9b05688c,
    0x1f83d9ab,
    0x5be0cd19,
  );
  for (let at = 0; at < whole; at += 64) compress(state, bytes, at);
  for (let at = 0; at < tail.length; at += 64) compress(state, tail, at);
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

const K = roundConstants();
const W = new Uint32Array(64);

function compress(state: Uint32Array, bytes: Uint8Array, from: number): void {
  for (let i = 0; i < 16; i += 1) {
    const at = from + i * 4;
    W[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  }
  for (let i = 16; i < 64; i += 1) {
    const x = W[i - 15]!;
    const y = W[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[i] = W[i - 16]! + s0 + W[i - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + W[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
function roundConstants(): Uint32Array {
  const constants = new Uint32Array(64);
  for (let candidate = 2, found = 0; found < 64; candidate += 1) {
    let prime = true;
    for (let factor = 2; prime && factor * factor <= candidate; factor += 1) prime = candidate % factor !== 0;
    if (prime) {
      const root = Math.cbrt(candidate);
      constants[found] = (root - Math.floor(root)) * 0x100000000;
      found += 1;
    }
  }
  return constants;
}
