// Who deals with a team inbox: people, who answer, and machines, which ask. Plain data.
// A machine never answers and a person never asks; nothing here turns one into the other.

/** A person as their identity provider names them. */
export type Person = {
  /** `issuer` and `subject` of the verified token, as one text. Never an address: those are reassigned. */
  readonly id: string;
  /** For people to read: a name or an address. */
  readonly name: string;
  /** As of the token that was verified last. */
  readonly groups: readonly string[];
};

/**
 * Whether two ids may be of one person. Subjects are compared with their letter case everywhere else; where a second person
 * is needed, one that differs in nothing more is not taken for another.
 */
export function isSamePerson(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Enough of a person for others to read. */
export type PersonName = Pick<Person, "id" | "name">;

/** A person as the store knows them. */
export type KnownPerson = Person & {
  /** ISO 8601, UTC, as all times here. */
  readonly first_seen: string;
  readonly last_seen: string;
  /** Set while this person may neither read nor answer, whatever token they bring. */
  readonly blocked_at: string | null;
};

/** A machine whose agents ask, as its token identifies it. */
export type Machine = {
  readonly id: string;
  /** Given when the token was made; unique among tokens that are not revoked. */
  readonly name: string;
  /** The person whose agents run there; null for a machine of the whole team, such as CI. */
  readonly owner: string | null;
  /** The repositories it may ask about: patterns as in rules, `github.com/acme/**` for all below. Null: any. */
  readonly repositories: readonly string[] | null;
};

/** A machine's token as it is listed. The token itself is shown once, when it is made, and stored only as a hash. */
export type MachineToken = Machine & {
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
};

/** What a token is made for. */
export type NewMachine = Pick<Machine, "name" | "owner" | "repositories">;

/**
 * On whose behalf a store is used. `machine`: sees and ends only what was asked with the same token, and cannot answer.
 * `everything`: a process that has the database itself.
 */
export type Access =
  | {
      readonly kind: "machine";
      readonly machine: Machine;
      /** It may have so many open questions at a time. Missing: any number. */
      readonly mostOpen?: number;
    }
  | { readonly kind: "everything" };
