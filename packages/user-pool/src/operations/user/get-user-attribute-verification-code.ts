import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { addressToVerify, sendAddressCode } from '../../accounts/addresses.ts';
import { changeAccount } from '../../accounts/change-account.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { takeToken } from '../../limits/limits.ts';
import { authorize, type AuthorizeDeps } from '../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const getUserAttributeVerificationCodeInput = z.object({
  AccessToken: shape.token,
  AttributeName: shape.attributeName,
  ClientMetadata: shape.parameters.optional(),
});

const getUserAttributeVerificationCode =
  (deps: AuthorizeDeps & Pick<Deps, 'vault' | 'limits'>) =>
  async ({
    input,
  }: OperationRequest<z.output<typeof getUserAttributeVerificationCodeInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { client, account } = user.value;
    const name = input.AttributeName;
    if (name !== 'email' && name !== 'phone_number') return err(errors.attributeIsUnprovable);
    if (!(await takeToken(deps, { subject: account.id, rule: 'getAttributeVerificationCode' })))
      return err(errors.attemptLimitExceeded);
    return await changeAccount(deps, account, async (tx, locked) => {
      const address = addressToVerify(locked, name);
      if (address === undefined) return err(errors.nothingToVerify(name));
      const sending = { pool: client.pool, account: locked, address, purpose: 'verify_attribute' } as const;
      return ok({ CodeDeliveryDetails: await sendAddressCode(deps, tx, sending) });
    });
  };

export const GetUserAttributeVerificationCode = defineOperation(
  'public',
  getUserAttributeVerificationCodeInput,
  getUserAttributeVerificationCode,
);
