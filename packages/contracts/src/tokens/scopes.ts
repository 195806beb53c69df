/** What a token permits, within the rights of its owner. */
export const TOKEN_SCOPES = [
  'files:read',
  'files:write',
  'shares:write',
  'admin:read',
  'admin:write',
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
