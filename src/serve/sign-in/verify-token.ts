// Who a person is, as the signed token of an identity-aware proxy says. Only signatures with public keys count: a token
// without a signature, or one signed with a shared secret, is none, whatever its header says.

import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { failure } from "../../base/index.ts";
import type { Person } from "../../team/index.ts";
import type { PublicKeys } from "./public-keys.ts";

export type TokenOptions = {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: PublicKeys;
  /** The claim that lists a person's groups. */
  readonly groupsClaim: string;
  /** For tests. */
  readonly now?: () => Date;
};

export type SignedIn = { readonly kind: "person"; readonly person: Person; readonly expires: Date };
/** Not a token that counts. `check` is which check failed, for the log: in our words, with nothing of the token in it. */
export type NotSignedIn = { readonly kind: "refused"; readonly check: string };

/** Throws IO while the keys cannot be fetched. */
export type VerifyToken = (token: string) => Promise<SignedIn | NotSignedIn>;

/** Every one of them needs a public key. */
const ALGORITHMS = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");
const CLOCK_TOLERANCE_SECONDS = 30;
/** Headers are bounded too; this is for those that hold nothing else. */
const MOST_CHARS = 16_384;

export function tokenVerifier({ issuer, audience, keys, groupsClaim, now }: TokenOptions): VerifyToken {
  const getKey: JWTVerifyGetKey =
    keys.kind === "url" ? createRemoteJWKSet(new URL(keys.url)) : createLocalJWKSet(keys.set);
  return async (token) => {
    if (token.length > MOST_CHARS) return refused("too long");
    try {
      const { payload } = await jwtVerify(token, getKey, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ["exp", "sub"],
        ...(now && { currentDate: now() }),
      });
      return signedIn(payload, { issuer, groupsClaim });
    } catch (error) {
      const check = failedCheck(error);
      if (check !== null) return refused(check);
      throw failure("IO", "The keys that sign-in tokens are checked with cannot be fetched. Try again.", {
        cause: error,
      });
    }
  };
}

/** What the token itself causes. Anything else is about fetching keys. */
const CHECKS: readonly (readonly [new (...args: never[]) => Error, string])[] = [
  [errors.JWTExpired, "expired"],
  [errors.JWKSNoMatchingKey, "unknown key: none of --keys has its kid and algorithm"],
  [errors.JWKSMultipleMatchingKeys, "several keys match: it names no kid"],
  [errors.JWSSignatureVerificationFailed, "signature"],
  [errors.JOSEAlgNotAllowed, "algorithm: not one with a public key"],
  [errors.JWTInvalid, "not a signed token"],
  [errors.JWSInvalid, "not a signed token"],
  [errors.JOSENotSupported, "not a signed token"],
];

const CLAIMS: Readonly<Record<string, string>> = {
  aud: "aud: not for --audience",
  iss: "iss: not from --issuer",
  nbf: "nbf: not valid yet",
};

/** Null: it is not about the token. */
function failedCheck(error: unknown): string | null {
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    // The names are those that are checked here, so that nothing of the token is in them.
    return reason === "missing" ? `missing claim ${claim}` : (CLAIMS[claim] ?? `claim ${claim}`);
  }
  return CHECKS.find(([type]) => error instanceof type)?.[1] ?? null;
}

function refused(check: string): NotSignedIn {
  return { kind: "refused", check };
}

function signedIn(
  { sub, exp, ...claims }: JWTPayload,
  { issuer, groupsClaim }: Pick<TokenOptions, "issuer" | "groupsClaim">,
): SignedIn | NotSignedIn {
  // A subject is one word to every provider; with spaces two of them could look like one in a list.
  // The types promise a text; who signs may write anything.
  if (typeof sub !== "string" || exp === undefined || !/^[\x21-\x7e]{1,255}$/.test(sub))
    return refused("claim sub: not one word of printable characters");
  const groups = claims[groupsClaim];
  return {
    kind: "person",
    person: {
      id: `${issuer} ${sub}`,
      name: [claims["name"], claims["email"], sub].find(isName) ?? sub,
      groups: Array.isArray(groups) ? groups.filter(isName) : [],
    },
    expires: new Date(exp * 1000),
  };
}

/** What is none is left out: a person is then named by what else there is, and a group does not count. */
function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= 255 && !/[\p{Cc}\p{Cs}]/u.test(value);
}
