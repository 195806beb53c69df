import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { errors } from '../../../errors.ts';
import { type Account, updateMfaPreference } from '../../../store/accounts.ts';
import {
  countWebAuthnCredentials,
  deleteWebAuthnCredential as deleteCredential,
  findWebAuthnCredential,
} from '../../../store/web-authn-credentials.ts';
import { type AuthorizeDeps, authorize } from '../../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const deleteWebAuthnCredentialInput = z.object({
  AccessToken: shape.token,
  CredentialId: shape.credentialId,
});

/** Deleting the last passkey also turns off passkeys as second factor. */
export const deleteWebAuthnCredential =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof deleteWebAuthnCredentialInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account } = user.value;
    const owner = { poolId: account.poolId, accountId: account.id };
    return await deps.db.transaction().execute(async (tx) => {
      const count = await countWebAuthnCredentials(tx, account.id);
      const isOwn = (await findWebAuthnCredential(tx, owner, input.CredentialId)) !== undefined;
      if (!isOwn) return err(errors.webAuthnCredentialNotFound);
      if (count === 1 && !hasOtherWay(account)) return err(errors.webAuthnCredentialIsLast);
      await deleteCredential(tx, owner, input.CredentialId);
      if (count > 1) return ok({});
      await updateMfaPreference(tx, account.id, {
        isWebAuthnMfaEnabled: false,
        ...(account.preferredMfa === 'WEB_AUTHN' ? { preferredMfa: null } : {}),
        now: deps.clock.now(),
      });
      return ok({});
    });
  };

function hasOtherWay(account: Account): boolean {
  const { attributes } = account;
  return (
    account.credential !== undefined ||
    account.identities.length > 0 ||
    attributes['email_verified'] === 'true' ||
    attributes['phone_number_verified'] === 'true'
  );
}

export const DeleteWebAuthnCredential = defineOperation(
  'public',
  deleteWebAuthnCredentialInput,
  deleteWebAuthnCredential,
);
