export { TIMING } from "./leases.ts";
export type { Timing } from "./leases.ts";
export { migratePostgres, openPostgresStore } from "./store.ts";
export type { PostgresOptions } from "./store.ts";
