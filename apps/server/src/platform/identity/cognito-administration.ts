import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { CognitoCall, CognitoFailure } from './cognito-client.ts';
import type { AccountAdministration } from './pool-accounts.ts';
import type { PoolFailure } from './pool-failure.ts';
import { creationFailure } from './pool-failures.ts';

const Found = z.object({
  Username: z.string().min(1),
  UserAttributes: z.array(z.object({ Name: z.string(), Value: z.string().nullish() })).nullish(),
  UserMFASettingList: z.array(z.string()).nullish(),
});
const Nothing = z.unknown();
const OFF = { Enabled: false, PreferredMfa: false };
const SETTINGS: Readonly<Record<string, string>> = {
  SOFTWARE_TOKEN_MFA: 'SoftwareTokenMfaSettings',
  EMAIL_OTP: 'EmailMfaSettings',
  SMS_MFA: 'SMSMfaSettings',
};

export function createAdministration(
  call: CognitoCall,
  pool: { readonly poolId: string; readonly isAdministered: boolean },
): AccountAdministration {
  const naming = (username: string) => ({ UserPoolId: pool.poolId, Username: username });
  const find = async (name: string): Promise<Result<z.infer<typeof Found> | undefined, PoolFailure>> => {
    const answer = await call('AdminGetUser', naming(name), Found);
    if (answer.ok) return answer;
    return isMissing(answer.error) ? ok(undefined) : err(creationFailure(answer.error));
  };
  const run = async (
    operation: Parameters<CognitoCall>[0],
    body: Readonly<Record<string, unknown>>,
  ): Promise<Result<void, PoolFailure>> => {
    const answer = await call(operation, body, Nothing);
    return answer.ok ? ok(undefined) : err(creationFailure(answer.error));
  };
  return {
    isAdministered: pool.isAdministered,
    async findAccount(name) {
      const found = await find(name);
      if (!found.ok || found.value === undefined) return found.ok ? ok(undefined) : found;
      const { Username: username, UserAttributes: attributes } = found.value;
      const subject = attributes?.find(({ Name }) => Name === 'sub')?.Value ?? undefined;
      return ok({ username, subject });
    },
    setPassword: async ({ username, password }) =>
      await run('AdminSetUserPassword', { ...naming(username), Password: password, Permanent: true }),
    setEnabled: async ({ username, isEnabled }) =>
      await run(isEnabled ? 'AdminEnableUser' : 'AdminDisableUser', naming(username)),
    async deleteUser(username) {
      const answer = await call('AdminDeleteUser', naming(username), Nothing);
      if (answer.ok || isMissing(answer.error)) return ok(undefined);
      return err(creationFailure(answer.error));
    },
    async dropSecondFactors(username) {
      const found = await find(username);
      if (!found.ok) return found;
      // Cognito refuses to change a factor that the pool does not support, even to disable it.
      const settings = (found.value?.UserMFASettingList ?? []).flatMap((factor) => SETTINGS[factor] ?? []);
      if (settings.length === 0) return ok(undefined);
      const off = Object.fromEntries(settings.map((name) => [name, OFF]));
      return await run('AdminSetUserMFAPreference', { ...naming(username), ...off });
    },
  };
}

function isMissing(failure: CognitoFailure): boolean {
  return failure.kind === 'exception' && failure.name === 'UserNotFoundException';
}
