import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { codeLifeMs, sendAddressCode, signUpAddress } from '../../accounts/addresses.ts';
import { getVerifiedClient } from '../../accounts/clients.ts';
import { findPerson } from '../../challenges/person.ts';
import { pretendToSend } from '../../codes/decoys.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { takeToken } from '../../limits/limits.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const resendConfirmationCodeInput = z.object({
  ClientId: shape.clientId,
  SecretHash: shape.shortText.optional(),
  Username: shape.username,
  UserContextData: shape.userContextData.optional(),
  ClientMetadata: shape.parameters.optional(),
});

const resendConfirmationCode =
  (deps: Pick<Deps, 'db' | 'clients' | 'clock' | 'vault' | 'limits'>) =>
  async ({ input }: OperationRequest<z.output<typeof resendConfirmationCodeInput>>): OperationResult => {
    const client = await getVerifiedClient(deps, input);
    if (!client.ok) return client;
    const { pool, settings } = client.value;
    const person = await findPerson(deps, client.value, input.Username);
    const { account } = person;
    const address = account?.status === 'UNCONFIRMED' ? signUpAddress(pool, account) : undefined;
    if (settings.preventUserExistenceErrors === 'LEGACY' && address === undefined) {
      if (account === undefined) return err(errors.nameNotFound);
      return err(
        account.status === 'UNCONFIRMED' ? errors.nothingToVerify('address') : errors.alreadyConfirmed,
      );
    }
    if (!(await takeToken(deps, { subject: person.subject, rule: 'resendConfirmationCode' })))
      return err(errors.attemptLimitExceeded);
    const details = await deps.db.transaction().execute(async (tx) =>
      account === undefined || address === undefined
        ? await pretendToSend(deps, tx, {
            pool,
            name: input.Username,
            subject: person.subject,
            purpose: 'sign_up',
            lifeMs: codeLifeMs(pool, 'sign_up'),
          })
        : await sendAddressCode(deps, tx, { pool, account, address, purpose: 'sign_up' }),
    );
    return ok({ CodeDeliveryDetails: details });
  };

export const ResendConfirmationCode = defineOperation(
  'public',
  resendConfirmationCodeInput,
  resendConfirmationCode,
);
