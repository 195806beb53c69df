import { createHash } from 'node:crypto';
import { err, ok, type Result } from '@coffer/kit';
import { isConfidential } from '../../accounts/clients.ts';
import { equalInConstantTime, hashHandle } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { isTooMany, type TooMany } from '../../errors.ts';
import { type Account, findAccount } from '../../store/accounts.ts';
import type { Client } from '../../store/pools.ts';
import { insertFamily, revokeFamily } from '../../store/tokens.ts';
import {
  type AuthenticationResult,
  createFamily,
  createRefreshToken,
  issueTokens,
} from '../../tokens/issue.ts';
import { evictSessions } from '../../tokens/sessions.ts';
import { admitGrant, recordTokenGuess } from '../../tokens/admit-grant.ts';
import { refreshTokens } from '../../tokens/refresh.ts';
import {
  type AuthorizationCode,
  findAuthorizationCode,
  spendAuthorizationCode,
} from '../store/authorization-codes.ts';
import type { HostedRequest } from '../hosted-request.ts';
import { respondJson, respondTooMany } from '../respond.ts';
import { authenticateClient } from './client-authentication.ts';
import { type Form, readForm } from './form.ts';

type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | TooMany;

/** 43 to 128 unreserved characters (RFC 7636 §4.1). */
const CODE_VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/** `POST /oauth2/token`. Like Cognito, all faults are 400, except too many requests. */
export async function answerToken(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const form = await readForm(hosted.request);
  if (!form.ok) return refuse('invalid_request');
  const client = await authenticateClient(deps, hosted, form.value);
  if (!client.ok) return refuse(client.error);
  const tokens = await grant(deps, client.value, { form: form.value, caller: hosted.caller });
  if (!tokens.ok) return refuse(tokens.error);
  const { AccessToken, IdToken, RefreshToken, ExpiresIn, TokenType } = tokens.value;
  return respondJson(200, {
    access_token: AccessToken,
    ...(IdToken === undefined ? {} : { id_token: IdToken }),
    ...(RefreshToken === undefined ? {} : { refresh_token: RefreshToken }),
    token_type: TokenType,
    expires_in: ExpiresIn,
  });
}

function refuse(error: TokenError): Response {
  return typeof error === 'object' ? respondTooMany(error) : respondJson(400, { error });
}

type Grant = Promise<Result<AuthenticationResult, TokenError>>;

const isProven = isConfidential;

interface TokenRequest {
  readonly form: Form;
  readonly caller: HostedRequest['caller'];
}

async function grant(deps: Deps, client: Client, request: TokenRequest): Grant {
  const { settings } = client;
  switch (request.form.get('grant_type')) {
    case undefined:
      return err('invalid_request');
    case 'authorization_code':
      return settings.isOAuthAllowed && settings.oauthFlows.includes('code')
        ? await grantByCode(deps, client, request)
        : err('unauthorized_client');
    case 'refresh_token':
      return await grantByRefresh(deps, client, request);
    case 'client_credentials':
      return err('unauthorized_client');
    default:
      return err('unsupported_grant_type');
  }
}

/**
 * Signs before the transaction, because signing may query keys. A reused code revokes the first family, which is
 * committed even though the request fails (RFC 6749 §4.1.2).
 */
async function grantByCode(deps: Deps, client: Client, { form, caller }: TokenRequest): Grant {
  const code = form.get('code');
  if (code === undefined || !form.has('redirect_uri')) return err('invalid_request');
  const codeHash = hashHandle(code);
  const found = await findAuthorizationCode(deps.db, codeHash, { lock: false });
  const { address } = caller;
  if (found === undefined || found.clientId !== client.id)
    return err(
      isProven(client)
        ? 'invalid_grant'
        : await recordTokenGuess(deps, { address, fault: 'invalid_grant' as const }),
    );
  const account = await findAccount(deps.db, found.poolId, found.accountId);
  const now = deps.clock.now();
  const isGood =
    account?.isEnabled === true &&
    found.usedAt === null &&
    found.expiresAt > now &&
    found.redirectUri === form.get('redirect_uri') &&
    isRightVerifier(found, form.get('code_verifier'));
  // Checked first, because a rate limit must not consume the code.
  const admitted = isGood ? await admitGrant(deps, { client, accountId: account.id }) : ok(undefined);
  if (!admitted.ok) return admitted;
  const prepared = isGood ? await prepareTokens(deps, { client, account, code: found, caller }) : undefined;
  return await deps.db.transaction().execute(async (tx): Grant => {
    const locked = await findAuthorizationCode(tx, codeHash, { lock: true });
    if (locked === undefined) return err('invalid_grant');
    if (locked.usedAt !== null) {
      if (locked.originJti !== null) await revokeFamily(tx, locked.originJti, now);
      return err('invalid_grant');
    }
    await spendAuthorizationCode(tx, codeHash, { originJti: prepared?.family.originJti ?? null, now });
    if (prepared === undefined) return err('invalid_grant');
    await insertFamily(tx, prepared.family, prepared.refresh.hash);
    await evictSessions(tx, client, { ...prepared.family, now });
    return ok({ ...prepared.tokens, RefreshToken: prepared.refresh.token });
  });
}

async function prepareTokens(
  deps: Deps,
  use: {
    readonly client: Client;
    readonly account: Account;
    readonly code: AuthorizationCode;
    readonly caller: HostedRequest['caller'];
  },
) {
  const { client, account, code, caller } = use;
  const family = {
    ...createFamily(client, account, {
      now: deps.clock.now(),
      address: caller.address,
      userAgent: caller.userAgent,
    }),
    authenticatedAt: code.authenticatedAt,
    scope: code.scope,
    nonce: code.nonce,
    isHosted: true,
  };
  const tokens = await issueTokens(deps, { client, account, family });
  return { family, tokens, refresh: createRefreshToken() };
}

/** A verifier without a challenge is refused, because an attacker may have removed the challenge (RFC 9700 §2.1.1). */
function isRightVerifier(code: AuthorizationCode, verifier: string | undefined): boolean {
  if (code.codeChallenge === null) return verifier === undefined;
  if (verifier === undefined || !CODE_VERIFIER.test(verifier)) return false;
  const challenge = createHash('sha256').update(verifier, 'ascii').digest('base64url');
  return equalInConstantTime(Buffer.from(challenge), Buffer.from(code.codeChallenge));
}

async function grantByRefresh(deps: Deps, client: Client, { form, caller }: TokenRequest): Grant {
  const token = form.get('refresh_token');
  if (token === undefined) return err('invalid_request');
  const asked = (form.get('scope') ?? '').split(' ').filter((name) => name !== '');
  const { address, userAgent } = caller;
  const tokens = await refreshTokens(deps, client, {
    token,
    address,
    userAgent,
    isProven: isProven(client),
    permit({ family }) {
      const granted = family.scope.split(' ');
      return asked.every((name) => granted.includes(name)) ? ok(undefined) : err('invalid_scope' as const);
    },
  });
  if (tokens.ok) return tokens;
  if (tokens.error === 'invalid_scope') return err(tokens.error);
  return err(isTooMany(tokens.error) ? tokens.error : 'invalid_grant');
}
