// The tables, as migrations that are applied once each, in order. Running them again, or from several servers at once,
// changes nothing: one transaction, one lock. A migration that was released is never edited; add another.

import { failure } from "../../base/index.ts";
import type { Database } from "./database.ts";

const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE galley.machine (
    id text PRIMARY KEY,
    name text NOT NULL,
    owner text,
    repositories text,                       -- JSON; null: any
    token_hash text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_used_at timestamptz,
    revoked_at timestamptz
  );
  CREATE UNIQUE INDEX machine_name ON galley.machine (name) WHERE revoked_at IS NULL;

  CREATE TABLE galley.person (
    id text PRIMARY KEY,
    name text NOT NULL,
    groups text NOT NULL,                    -- JSON
    first_seen timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_seen timestamptz NOT NULL DEFAULT clock_timestamp(),
    blocked_at timestamptz
  );

  -- Who is alive. Rewritten every few seconds, so rows keep room to be updated in place.
  CREATE TABLE galley.lease (
    machine text NOT NULL,                   -- '' for a process with access to the database
    id text NOT NULL,
    reviewer text,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (machine, id)
  ) WITH (fillfactor = 50);

  -- When leases were last looked at: without that, an outage would look like the silence of every asker.
  CREATE TABLE galley.pulse (one boolean PRIMARY KEY DEFAULT true CHECK (one), at timestamptz NOT NULL);
  INSERT INTO galley.pulse (at) VALUES (clock_timestamp());

  CREATE TABLE galley.question (
    id text PRIMARY KEY,
    call text NOT NULL,                      -- the same for the same call of the same machine
    generation integer NOT NULL,
    machine text NOT NULL,
    lease text NOT NULL,
    repository text NOT NULL,
    root text NOT NULL,                      -- SHA-256 of asker.root
    head text NOT NULL,                      -- JSON: what a list shows
    search text NOT NULL,
    digest text NOT NULL,
    asked_at timestamptz NOT NULL,
    deadline timestamptz,
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'closed')),
    because text,
    ended_at timestamptz,
    version integer NOT NULL DEFAULT 1,      -- counts changes, so that watchers notice them
    contents_deleted_at timestamptz,
    UNIQUE (call, generation),
    CHECK ((state = 'open') = (ended_at IS NULL)),
    CHECK ((state = 'closed') = (because IS NOT NULL))
  ) WITH (fillfactor = 80);
  CREATE INDEX question_open ON galley.question (asked_at, id) INCLUDE (version) WHERE state = 'open';
  CREATE INDEX question_lease ON galley.question (machine, lease) WHERE state = 'open';
  CREATE INDEX question_deadline ON galley.question (deadline) WHERE state = 'open' AND deadline IS NOT NULL;
  CREATE INDEX question_ended ON galley.question (ended_at, id) WHERE state <> 'open';

  -- The payload's JSON, in pieces that neither side has to hold twice.
  CREATE TABLE galley.content (
    question text NOT NULL,
    part integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (question, part)
  );

  -- The key is what makes a second decision impossible, whatever a program does.
  CREATE TABLE galley.decision (
    question text PRIMARY KEY REFERENCES galley.question (id),
    attempt text NOT NULL,
    result text NOT NULL CHECK (result IN ('applied', 'rejected')),
    people text NOT NULL,                    -- JSON: id and name of each
    body text                                -- JSON; null once contents are deleted
  );

  CREATE TABLE galley.delivery (
    question text NOT NULL REFERENCES galley.question (id),
    lease text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (question, lease)
  );

  CREATE TABLE galley.vote (
    question text NOT NULL REFERENCES galley.question (id),
    person text NOT NULL,
    name text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    agrees text NOT NULL,                    -- the same for decisions that decide the same
    body text,
    PRIMARY KEY (question, person)
  );

  CREATE TABLE galley.delegation (
    question text NOT NULL REFERENCES galley.question (id),
    number bigint GENERATED ALWAYS AS IDENTITY,
    delegation text NOT NULL,                -- JSON
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (question, number)
  );

  CREATE TABLE galley.postponed (
    question text NOT NULL REFERENCES galley.question (id),
    person text NOT NULL,
    name text NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (question, person)
  );

  CREATE TABLE galley.audit_head (repository text PRIMARY KEY, seq bigint NOT NULL, hash text NOT NULL);
  CREATE TABLE galley.audit (
    repository text NOT NULL,
    seq bigint NOT NULL,
    at text NOT NULL,
    body text NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (repository, seq)
  );

  -- Whatever is inserted gets its place in the chain here; see src/team/audit/entry.ts.
  CREATE FUNCTION galley.chain_audit() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE last record;
  BEGIN
    SELECT seq, hash INTO last FROM galley.audit_head WHERE repository = NEW.repository FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO galley.audit_head VALUES (NEW.repository, 0, repeat('0', 64)) ON CONFLICT DO NOTHING;
      SELECT seq, hash INTO last FROM galley.audit_head WHERE repository = NEW.repository FOR UPDATE;
    END IF;
    NEW.seq := last.seq + 1;
    NEW.at := to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    NEW.hash := encode(sha256(convert_to(
      last.hash || chr(10) || NEW.seq || chr(10) || NEW.at || chr(10) || NEW.body, 'UTF8')), 'hex');
    UPDATE galley.audit_head SET seq = NEW.seq, hash = NEW.hash WHERE repository = NEW.repository;
    RETURN NEW;
  END $$;
  CREATE TRIGGER chain BEFORE INSERT ON galley.audit FOR EACH ROW EXECUTE FUNCTION galley.chain_audit();

  CREATE FUNCTION galley.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- The chain itself moves its head, from inside its own trigger.
    IF TG_TABLE_NAME = 'audit_head' AND TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'the audit can only be added to' USING ERRCODE = '42501';
  END $$;
  CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON galley.audit FOR EACH ROW EXECUTE FUNCTION galley.refuse_change();
  CREATE TRIGGER keep_all BEFORE TRUNCATE ON galley.audit EXECUTE FUNCTION galley.refuse_change();
  CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON galley.audit_head FOR EACH ROW EXECUTE FUNCTION galley.refuse_change();
  CREATE TRIGGER keep_all BEFORE TRUNCATE ON galley.audit_head EXECUTE FUNCTION galley.refuse_change();
  `,
];

/** Any number, always the same: two servers that migrate wait for each other. */
const LOCK = 7_221_183;

/** Returns how many were applied now: 0 when the database was ready. Throws IO; then nothing was applied. */
export async function migrate(database: Database): Promise<number> {
  return database.transaction(async (query) => {
    await query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    await query("CREATE SCHEMA IF NOT EXISTS galley");
    await query(
      "CREATE TABLE IF NOT EXISTS galley.migration (number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
    );
    const [row] = await query("SELECT coalesce(max(number), 0) AS number FROM galley.migration");
    const done = Number(row!["number"]);
    if (done > MIGRATIONS.length) throw newer(done);
    for (const [index, sql] of MIGRATIONS.entries()) {
      if (index < done) continue;
      await query(sql);
      await query("INSERT INTO galley.migration (number) VALUES ($1)", [index + 1]);
    }
    return MIGRATIONS.length - done;
  });
}

/** Throws IO where the tables are not those this program knows. */
export async function requireMigrated(database: Database): Promise<void> {
  const [row] = await database.query("SELECT coalesce(max(number), 0) AS number FROM galley.migration");
  const done = Number(row!["number"]);
  if (done > MIGRATIONS.length) throw newer(done);
  if (done < MIGRATIONS.length)
    throw failure("IO", "The database has tables of an older galley. Run galley serve migrate.", {
      data: { retry: false },
    });
}

function newer(done: number): Error {
  return failure(
    "IO",
    `The database was migrated by a newer galley (step ${done}; this one knows ${MIGRATIONS.length}).`,
    {
      data: { retry: false },
    },
  );
}
