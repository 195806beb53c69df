import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { aboutAddress, addressToVerify } from '../../accounts/addresses.ts';
import { changeAccount, rewriteAccount, withProof } from '../../accounts/change-account.ts';
import { checkCode } from '../../codes/codes.ts';
import { codeError } from '../../codes/decoys.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { takeToken } from '../../limits/limits.ts';
import { authorize, type AuthorizeDeps } from '../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const verifyUserAttributeInput = z.object({
  AccessToken: shape.token,
  AttributeName: shape.attributeName,
  Code: shape.confirmationCode,
});

const verifyUserAttribute =
  (deps: AuthorizeDeps & Pick<Deps, 'vault' | 'limits'>) =>
  async ({ input }: OperationRequest<z.output<typeof verifyUserAttributeInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { client, account } = user.value;
    const name = input.AttributeName;
    if (name !== 'email' && name !== 'phone_number') return err(errors.attributeIsUnprovable);
    if (!(await takeToken(deps, { subject: account.id, rule: 'verifyAttribute' })))
      return err(errors.attemptLimitExceeded);
    return await changeAccount(deps, account, async (tx, locked) => {
      const address = addressToVerify(locked, name);
      if (address === undefined) return err(errors.nothingToVerify(name));
      const outcome = await checkCode(deps, tx, {
        account: locked,
        purpose: 'verify_attribute',
        attribute: name,
        about: aboutAddress(address),
        code: input.Code,
      });
      if (outcome !== 'right') return err(codeError(outcome));
      await rewriteAccount(deps, tx, { pool: client.pool, account: locked, ...withProof(locked, address) });
      return ok({});
    });
  };

export const VerifyUserAttribute = defineOperation('public', verifyUserAttributeInput, verifyUserAttribute);
