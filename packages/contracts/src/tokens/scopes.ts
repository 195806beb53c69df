/** What a token may be used for, within what its owner may do. */
export const TOKEN_SCOPES = [
  'files:read',
  'files:write',
  'shares:write',
  'admin:read',
  'admin:write',
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
