import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { CognitoCall } from './cognito-client.ts';
import type { Pool, PoolFailure } from './pool.ts';
import { accountFailure, creationFailure } from './pool-failures.ts';

const Attributes = z.array(z.object({ Name: z.string(), Value: z.string().optional() })).max(200);
const Secret = z.object({ SecretCode: z.string().regex(/^[A-Z2-7]{16,256}$/) });
const Verification = z.object({ Status: z.enum(['SUCCESS', 'ERROR']).optional() });
const Created = z.object({
  User: z.object({ Username: z.string().min(1), Attributes: Attributes.nullish() }),
});
const Found = z.object({ Username: z.string().min(1), UserAttributes: Attributes.nullish() });
const Nothing = z.unknown();

type AccountCalls = Pick<
  Pool,
  'startAuthenticator' | 'verifyAuthenticator' | 'removeAuthenticator' | 'createAccount'
>;

export function createAccountCalls(call: CognitoCall, poolId: string): AccountCalls {
  const prefer = async (accessToken: string, isOn: boolean): Promise<Result<void, PoolFailure>> => {
    const answer = await call(
      'SetUserMFAPreference',
      { AccessToken: accessToken, SoftwareTokenMfaSettings: { Enabled: isOn, PreferredMfa: isOn } },
      Nothing,
    );
    return answer.ok ? ok(undefined) : err(accountFailure(answer.error));
  };
  return {
    async startAuthenticator(accessToken) {
      const answer = await call('AssociateSoftwareToken', { AccessToken: accessToken }, Secret);
      return answer.ok ? ok({ secret: answer.value.SecretCode }) : err(accountFailure(answer.error));
    },
    async verifyAuthenticator({ accessToken, code }) {
      const answer = await call(
        'VerifySoftwareToken',
        { AccessToken: accessToken, UserCode: code },
        Verification,
      );
      if (!answer.ok) return err(accountFailure(answer.error));
      if (answer.value.Status === 'ERROR') return err({ code: 'challenge_failed' });
      return await prefer(accessToken, true);
    },
    removeAuthenticator: async (accessToken) => await prefer(accessToken, false),
    createAccount: async (input) => await createAccount(call, poolId, input),
  };
}

/** The temporary password is already the final one, so that the pool's policy refuses it before the account exists. */
async function createAccount(
  call: CognitoCall,
  poolId: string,
  input: Parameters<Pool['createAccount']>[0],
): ReturnType<Pool['createAccount']> {
  const created = await call(
    'AdminCreateUser',
    {
      UserPoolId: poolId,
      Username: input.email,
      TemporaryPassword: input.password,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: input.email },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'name', Value: input.name },
      ],
    },
    Created,
  );
  if (!created.ok) {
    const failure = creationFailure(created.error);
    if (failure.code !== 'name_taken' || !input.resume) return err(failure);
  }
  const username = created.ok ? created.value.User.Username : input.email;
  const lasting = await call(
    'AdminSetUserPassword',
    { UserPoolId: poolId, Username: username, Password: input.password, Permanent: true },
    Nothing,
  );
  if (!lasting.ok) return err(creationFailure(lasting.error));
  const found = await call('AdminGetUser', { UserPoolId: poolId, Username: username }, Found);
  if (!found.ok) return err(creationFailure(found.error));
  const subject = found.value.UserAttributes?.find((attribute) => attribute.Name === 'sub')?.Value;
  if (subject === undefined) return err({ code: 'pool_refused', exception: 'NoSubject' });
  return ok({ subject, username: found.value.Username });
}
