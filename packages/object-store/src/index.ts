export type { LogEntry, Log } from './log.ts';
export { DEFAULT_LIMITS, type StoreLimits } from './limits.ts';
export {
  createObjectStore,
  type ObjectStore,
  type ObjectStoreDeps,
  type OpenStoreError,
} from './object-store.ts';
export {
  startObjectStoreServer,
  type ObjectStoreServer,
  type ServerOptions,
  type StartServerError,
} from './server.ts';
export type { Credential } from './sigv4/authorize.ts';
