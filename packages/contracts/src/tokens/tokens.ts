import * as z from 'zod/mini';
import { Instant } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { Person } from '../session.ts';
import { typedLine } from '../text.ts';
import { isUuid } from '../uuid.ts';
import { TOKEN_SCOPES } from './scopes.ts';

export const TokenId = z.custom<string>(isUuid);

const Scope = z.enum(TOKEN_SCOPES);

export const ApiToken = z.object({
  id: TokenId,
  label: z.string(),
  scopes: z.array(Scope),
  createdAt: Instant,
  /** Accurate to a minute. Null before the first use. */
  lastUsedAt: z.nullable(Instant),
  /** May be in the past: expired tokens stay listed for a while. */
  expiresAt: Instant,
});
export type ApiToken = z.infer<typeof ApiToken>;

/** What the bearer of a token may read about it. */
export const CurrentToken = z.object({ token: ApiToken, person: Person });
export type CurrentToken = z.infer<typeof CurrentToken>;

/** Newest first. */
export const ApiTokenList = z.object({ items: z.array(ApiToken) });
export type ApiTokenList = z.infer<typeof ApiTokenList>;

export const CreateTokenRequest = z.strictObject({
  label: typedLine(1, LIMITS.tokenLabelLengthMax),
  scopes: z.array(Scope).check(
    z.minLength(1),
    z.maxLength(TOKEN_SCOPES.length),
    z.refine((scopes) => new Set(scopes).size === scopes.length),
  ),
  lifeDays: z._default(
    z.number().check(z.int(), z.minimum(1), z.maximum(LIMITS.tokenLifeDaysMax)),
    LIMITS.tokenLifeDays,
  ),
});
export type CreateTokenRequest = z.input<typeof CreateTokenRequest>;

/** The secret is shown once: the server keeps only a hash. */
export const CreatedToken = z.object({ token: ApiToken, secret: z.string() });
export type CreatedToken = z.infer<typeof CreatedToken>;

export const RevokedTokens = z.object({ revoked: z.int() });
export type RevokedTokens = z.infer<typeof RevokedTokens>;
