// What a session may do without asking: the one list that options, keys and stored sessions share.

/** In the order in which a key goes through them. */
export const PERMISSIONS = ["ask", "edits", "plan"] as const;

/**
 * `plan`: the model only reads; tools that change anything are neither offered nor run. `ask`: the rules and the reviewer
 * decide. `edits`: changes to files of this folder that have no warning are not asked about.
 */
export type Permissions = (typeof PERMISSIONS)[number];

/** Why a session that plans changes nothing, as a clause. */
export const PLAN_ONLY_READS = "the session is in plan mode, which only reads";
