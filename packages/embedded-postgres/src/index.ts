export {
  type EmbeddedPostgres,
  type EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  type PostgresConnection,
  type PostgresLog,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
