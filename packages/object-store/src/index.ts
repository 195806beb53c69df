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
export type { Credential } from './sigv4/credential.ts';
export type { ScrubFinding, ScrubOptions, ScrubReport } from './disk/scrub.ts';
export type { BlobProblem } from './disk/blobs/read-blob.ts';
export type { Grant } from './sigv4/grant.ts';
