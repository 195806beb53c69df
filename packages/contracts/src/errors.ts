/** The closed list of error codes with the HTTP status of each. Words for people live in the web application. */
export const ERROR_STATUS = {
  invalid_request: 400,
  not_signed_in: 401,
  sign_in_failed: 401,
  challenge_failed: 401,
  challenge_expired: 401,
  redirect_refused: 401,
  cross_site: 403,
  not_allowed: 403,
  welcome_code_wrong: 403,
  account_disabled: 403,
  confirmation_needed: 403,
  account_not_admitted: 403,
  route_not_found: 404,
  node_not_found: 404,
  space_not_found: 404,
  upload_not_found: 404,
  session_not_found: 404,
  passkey_not_found: 404,
  job_not_found: 404,
  method_not_allowed: 405,
  name_taken: 409,
  move_into_itself: 409,
  under_hold: 409,
  upload_expired: 409,
  upload_incomplete: 409,
  job_conflict: 409,
  welcome_closed: 409,
  factor_not_started: 409,
  kept_elsewhere: 409,
  last_administrator: 409,
  revision_conflict: 412,
  body_too_large: 413,
  quota_exceeded: 413,
  file_too_large: 413,
  unsupported_media: 415,
  checksum_mismatch: 422,
  idempotency_mismatch: 422,
  revision_required: 428,
  rate_limited: 429,
  too_many_tries: 429,
  internal: 500,
  store_refused: 502,
  database_unavailable: 503,
  issuer_unavailable: 503,
  pool_unavailable: 503,
  store_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ERROR_CODES = Object.keys(ERROR_STATUS).filter(
  (code): code is ErrorCode => code in ERROR_STATUS,
);

/** Why one field was refused. */
export const ISSUE_CODES = [
  'required',
  'unknown_member',
  'wrong_type',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'wrong_format',
  'name_empty',
  'name_too_long',
  'name_slash',
  'name_control',
  'name_bidirectional',
  'name_dots',
  'name_edge',
  'too_deep',
  'password_too_short',
  'password_too_long',
  'password_common',
  'password_refused',
  'address_fixed',
] as const;

export type IssueCode = (typeof ISSUE_CODES)[number];

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}
