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

export type SignedIn = { readonly person: Person; readonly expires: Date };

/** Null: not a token that counts. Throws IO while the keys cannot be fetched. */
export type VerifyToken = (token: string) => Promise<SignedIn | null>;

/** Every one of them needs a public key. */
const ALGORITHMS = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");
const CLOCK_TOLERANCE_SECONDS = 30;
/** Headers are bounded too; this is for those that hold nothing else. */
const MOST_CHARS = 16_384;

export function tokenVerifier({ issuer, audience, keys, groupsClaim, now }: TokenOptions): VerifyToken {
  const getKey: JWTVerifyGetKey =
    keys.kind === "url" ? createRemoteJWKSet(new URL(keys.url)) : createLocalJWKSet(keys.set);
  return async (token) => {
    if (token.length > MOST_CHARS) return null;
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
      if (isRefusal(error)) return null;
      throw failure("IO", "The keys that sign-in tokens are checked with cannot be fetched. Try again.", {
        cause: error,
      });
    }
  };
}

/** What the token itself causes. Anything else is about fetching keys. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  );
}

function signedIn(
  { sub, exp, ...claims }: JWTPayload,
  { issuer, groupsClaim }: Pick<TokenOptions, "issuer" | "groupsClaim">,
): SignedIn | null {
  // A subject is one word to every provider; with spaces two of them could look like one in a list.
  if (sub === undefined || exp === undefined || !/^[\x21-\x7e]{1,255}$/.test(sub)) return null;
  const groups = claims[groupsClaim];
  return {
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
