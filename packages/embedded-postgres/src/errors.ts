/** `reason` is for the operator and contains no secrets. */
export type EmbeddedPostgresError =
  | { readonly code: 'locked'; readonly pid: number }
  | { readonly code: 'data_newer'; readonly dataMajor: number; readonly serverMajor: number }
  /** An older major version wrote the data, which this one cannot read. */
  | { readonly code: 'data_other_major'; readonly dataMajor: number; readonly serverMajor: number }
  /** Files below the folder belong to another account. `reason` is the system's code. */
  | { readonly code: 'data_not_writable'; readonly reason: string }
  | { readonly code: 'binaries_missing'; readonly reason: string }
  | { readonly code: 'failed'; readonly reason: string };
