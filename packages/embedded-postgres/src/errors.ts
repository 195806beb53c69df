/** `reason` is for the operator and contains no secrets. */
export type EmbeddedPostgresError =
  | { readonly code: 'locked'; readonly pid: number }
  | { readonly code: 'data_newer'; readonly dataMajor: number; readonly serverMajor: number }
  /** An older major version wrote the data, which this one cannot read. */
  | { readonly code: 'data_other_major'; readonly dataMajor: number; readonly serverMajor: number }
  | { readonly code: 'binaries_missing'; readonly reason: string }
  | { readonly code: 'failed'; readonly reason: string };
