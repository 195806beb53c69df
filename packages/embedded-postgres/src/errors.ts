/** Why the embedded server does not run. `reason` is for the operator and holds no secret. */
export type EmbeddedPostgresError =
  /** Another server, still alive, works on the same folder. */
  | { readonly code: 'locked'; readonly pid: number }
  /** The data was written by a newer major version than the server that is at hand. */
  | { readonly code: 'data_newer'; readonly dataMajor: number; readonly serverMajor: number }
  /** The data was written by an older major version, which this one cannot read. */
  | { readonly code: 'data_other_major'; readonly dataMajor: number; readonly serverMajor: number }
  /** No server program for this platform, or an unusable one. */
  | { readonly code: 'binaries_missing'; readonly reason: string }
  /** The server program is there, and did not start. */
  | { readonly code: 'failed'; readonly reason: string };
