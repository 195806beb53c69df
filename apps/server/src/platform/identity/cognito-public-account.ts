import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { CognitoCall } from './cognito-client.ts';
import type { PublicAccount, Delivery } from './pool-accounts.ts';
import { creationFailure, isConfirmedAlready, publicAccountFailure } from './pool-failures.ts';
import { type PoolClient, secretHash } from './secret-hash.ts';

const Details = z.object({ Destination: z.string().max(2_048).nullish() }).nullish();
const Delivered = z.object({ CodeDeliveryDetails: Details });
const Nothing = z.unknown();

export function createPublicAccount(
  call: CognitoCall,
  client: PoolClient,
  facts: {
    readonly poolId: string;
    /** Only for a confidential client. */
    readonly contextOf: (address: string) => Record<string, unknown>;
  },
): PublicAccount {
  const naming = (username: string, address: string) => {
    const hash = secretHash(client, username);
    return {
      ClientId: client.clientId,
      Username: username,
      ...(hash === undefined ? {} : { SecretHash: hash }),
      ...facts.contextOf(address),
    };
  };
  return {
    async signUp({ email, name, password, address }) {
      const answer = await call(
        'SignUp',
        {
          ...naming(email, address),
          Password: password,
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'name', Value: name },
          ],
        },
        Delivered,
      );
      return answer.ok ? ok(deliveryOf(answer.value)) : err(publicAccountFailure(answer.error));
    },
    async confirmSignUp({ username, code, address }) {
      const body = { ...naming(username, address), ConfirmationCode: code };
      const answer = await call('ConfirmSignUp', body, Nothing);
      return answer.ok ? ok(undefined) : err(publicAccountFailure(answer.error));
    },
    async resendSignUp({ username, address }) {
      const answer = await call('ResendConfirmationCode', naming(username, address), Delivered);
      // The right code was sent, and its answer was lost.
      if (!answer.ok && isConfirmedAlready(answer.error)) return ok({ destination: undefined });
      return answer.ok ? ok(deliveryOf(answer.value)) : err(publicAccountFailure(answer.error));
    },
    async forgotPassword({ username, address }) {
      const answer = await call('ForgotPassword', naming(username, address), Delivered);
      return answer.ok ? ok(deliveryOf(answer.value)) : err(publicAccountFailure(answer.error));
    },
    async confirmForgotPassword({ username, code, password, address }) {
      const body = { ...naming(username, address), ConfirmationCode: code, Password: password };
      const answer = await call('ConfirmForgotPassword', body, Nothing);
      return answer.ok ? ok(undefined) : err(publicAccountFailure(answer.error));
    },
    async dropAuthenticator(username) {
      const answer = await call(
        'AdminSetUserMFAPreference',
        {
          UserPoolId: facts.poolId,
          Username: username,
          SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
        },
        Nothing,
      );
      return answer.ok ? ok(undefined) : err(creationFailure(answer.error));
    },
  };
}

function deliveryOf(answer: z.infer<typeof Delivered>): Delivery {
  return { destination: answer.CodeDeliveryDetails?.Destination ?? undefined };
}
