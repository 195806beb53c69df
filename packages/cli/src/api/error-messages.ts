import type { ErrorCode, IssueCode } from '@coffer/contracts';

/** The application's messages for all errors that a call with a token can get. */
export const ERROR_MESSAGES = {
  invalid_request: 'Something in this request isn’t right.',
  not_signed_in: 'You’re not signed in. Run "coffer sign-in URL".',
  token_refused: 'This API token isn’t valid. It was deleted or has expired. Run "coffer sign-in URL".',
  scope_missing: 'This API token isn’t allowed to do this.',
  token_not_accepted: 'API tokens can’t be used for this. Use the application instead.',
  links_turned_off: 'Your administrators have turned links off.',
  not_allowed: 'You don’t have permission to do this.',
  route_not_found: 'The server doesn’t support this request. It may be older than this "coffer".',
  method_not_allowed: 'The server doesn’t support this request. It may be older than this "coffer".',
  node_not_found: 'This file or folder was deleted, or you don’t have access to it.',
  space_not_found: 'This space was deleted, or you don’t have access to it.',
  upload_not_found: 'This upload no longer exists. Start it again.',
  person_not_found: 'There’s no such person.',
  request_timeout: 'The request took too long to arrive. Try again.',
  changed_since: 'It was changed in the meantime.',
  folder_gone: 'The folder it was in was deleted or moved to trash.',
  name_taken: 'A file or folder with this name already exists.',
  move_into_itself: 'You can’t move a folder into itself.',
  move_too_large:
    'A folder with this many items can’t move to another space at once. Move the folders in it one after another.',
  too_deep: 'The folders would be nested too deeply.',
  folder_not_replaced: 'Folders can’t be replaced or merged.',
  under_hold:
    'This space is on hold. Nothing leaves it or is deleted permanently until an administrator ends the hold.',
  upload_expired: 'This upload expired. Start it again.',
  upload_incomplete: 'Parts of this upload are missing. Start it again.',
  job_conflict: 'This can’t be done right now. Check the current state and try again.',
  limit_reached: 'You’ve reached the limit.',
  has_access_already: 'This person already has access.',
  grant_differs: 'This person has access already, with another role and end. Change it in the application.',
  space_is_personal: 'Your personal space is yours alone.',
  outside_share: 'Items can’t be moved out of a shared folder.',
  revision_conflict: 'Someone else changed this in the meantime.',
  body_too_large: 'This request is too large.',
  quota_exceeded: 'Not enough storage space. Delete what you don’t need, then empty the trash.',
  file_too_large: 'This file is larger than the storage allows.',
  checksum_mismatch: 'The data was damaged on the way. Try again.',
  rate_limited: 'Too many requests. Wait a moment and try again.',
  too_many_tries: 'Too many attempts. Wait a moment and try again.',
  internal: 'Something went wrong on the server. The error was logged.',
  store_refused: 'Storage refused the request. Ask your administrator.',
  database_unavailable: 'The server can’t reach its database. Try again in a moment.',
  store_unavailable: 'Storage isn’t responding. Try again in a moment.',
  storage_full: 'Storage is full. Delete files to free space, or tell your administrator.',
} as const satisfies Partial<Record<ErrorCode, string>>;

const ISSUE_MESSAGES: Readonly<Partial<Record<IssueCode, string>>> = {
  name_empty: 'The name is empty.',
  name_too_long: 'The name is too long.',
  name_slash: 'A name can’t contain a slash (/).',
  name_control: 'The name contains control characters.',
  name_bidirectional: 'The name contains hidden text-direction characters.',
  name_invisible: 'The name contains invisible characters.',
  name_blank: 'A name needs at least one visible character.',
  name_dots: 'A name can’t be only dots.',
  name_edge: 'A name can’t start or end with a space, or end with a dot.',
  password_too_short: 'The password is too short.',
  password_too_long: 'The password is too long.',
};

export function issueMessage(code: IssueCode): string {
  return ISSUE_MESSAGES[code] ?? code.replaceAll('_', ' ');
}

const OUTAGES: Readonly<Record<string, string>> = {
  offline: 'The server doesn’t respond.',
  rate_limited: 'Too many requests.',
  database_unavailable: 'The server can’t reach its database.',
  store_unavailable: 'The server can’t reach the storage.',
};

/** For a call that is repeated. */
export function outageMessage(code: string): string {
  return `${OUTAGES[code] ?? 'The server is busy.'} Trying again …`;
}
