import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { epochSeconds } from '../../../accounts/present.ts';
import { errors, type PoolError } from '../../../errors.ts';
import { CREDENTIALS_MAX } from '../../../passkeys/registration.ts';
import {
  type CredentialPage,
  listWebAuthnCredentials as listCredentials,
  type WebAuthnCredential,
} from '../../../store/web-authn-credentials.ts';
import { type AuthorizeDeps, authorize } from '../../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const listWebAuthnCredentialsInput = z.object({
  AccessToken: shape.token,
  NextToken: shape.longToken.optional(),
  MaxResults: shape.integer({ min: 0, max: CREDENTIALS_MAX }).optional(),
});

export const listWebAuthnCredentials =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof listWebAuthnCredentialsInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const after = parseNextToken(input.NextToken);
    if (!after.ok) return after;
    const limit =
      input.MaxResults === undefined || input.MaxResults === 0 ? CREDENTIALS_MAX : input.MaxResults;
    const page = { limit: limit + 1, after: after.value };
    const found = await listCredentials(deps.db, user.value.account.id, page);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return ok({
      Credentials: shown.map(presentCredential),
      ...(found.length > limit && last !== undefined ? { NextToken: createNextToken(last) } : {}),
    });
  };

function presentCredential(credential: WebAuthnCredential): object {
  return {
    CredentialId: credential.id,
    FriendlyCredentialName: credential.friendlyName,
    RelyingPartyId: credential.relyingPartyId,
    ...(credential.attachment === null ? {} : { AuthenticatorAttachment: credential.attachment }),
    AuthenticatorTransports: credential.transports,
    CreatedAt: epochSeconds(credential.createdAt),
  };
}

function createNextToken(last: WebAuthnCredential): string {
  return Buffer.from(`${last.createdAt.getTime()}|${last.id}`).toString('base64url');
}

function parseNextToken(token: string | undefined): Result<CredentialPage['after'], PoolError> {
  if (token === undefined) return ok(undefined);
  const [, time, id] =
    /^(\d{1,15})\|([A-Za-z0-9_-]{1,1364})$/.exec(Buffer.from(token, 'base64url').toString('utf8')) ?? [];
  if (time === undefined || id === undefined) return err(errors.paginationTokenInvalid);
  return ok({ createdAt: new Date(Number(time)), id });
}

export const ListWebAuthnCredentials = defineOperation(
  'public',
  listWebAuthnCredentialsInput,
  listWebAuthnCredentials,
);
