import { type ApiToken, TOKEN_SCOPES, type TokenScope } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';

export interface TokenRow {
  readonly id: string;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly last_used_at: Date | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** How often the time of use is recorded. */
export const USED_EVERY_MS = MINUTE_MS;
/** Wrong secrets that one network may send in a row. After that, one per interval. */
export const WRONG_BURST = 30;
export const WRONG_INTERVAL_MS = MINUTE_MS / 10;

export function presentToken(row: TokenRow): ApiToken {
  return {
    id: row.id,
    label: row.label,
    scopes: scopesOf(row),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
  };
}

/** The scopes of a token, in the order of the contract. */
export function scopesOf({ scopes }: Pick<TokenRow, 'scopes'>): TokenScope[] {
  return TOKEN_SCOPES.filter((scope) => scopes.includes(scope));
}
