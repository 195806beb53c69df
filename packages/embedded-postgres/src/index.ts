export type { PostgresConnection } from './connection.ts';
export { findRunningPostgres } from './find-running.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  type PostgresLog,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
