import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { CognitoCall, CognitoFailure } from './cognito-client.ts';
import type { PoolFailure } from './pool.ts';
import type { AccountFactor, OwnAccount } from './pool-accounts.ts';
import { accountFailure } from './pool-failures.ts';

const Attributes = z.array(z.object({ Name: z.string(), Value: z.string().optional() })).max(200);
const User = z.object({
  UserMFASettingList: z.array(z.string()).nullish(),
  PreferredMfaSetting: z.string().nullish(),
  UserAttributes: Attributes.nullish(),
});
const Deliveries = z.object({
  CodeDeliveryDetailsList: z
    .array(z.object({ Destination: z.string().max(2_048).nullish() }))
    .max(10)
    .nullish(),
});
const Passkeys = z.object({
  Credentials: z
    .array(
      z.object({
        CredentialId: z.string().min(1).max(1_400),
        FriendlyCredentialName: z.string().max(2_048).nullish(),
        AuthenticatorAttachment: z.string().max(64).nullish(),
        CreatedAt: z.number().nullish(),
      }),
    )
    .max(100),
});
const CreationOptions = z.object({ CredentialCreationOptions: z.record(z.string(), z.unknown()) });
const Nothing = z.unknown();

const SETTING: Readonly<Record<AccountFactor, string>> = {
  SOFTWARE_TOKEN_MFA: 'SoftwareTokenMfaSettings',
  EMAIL_OTP: 'EmailMfaSettings',
  SMS_MFA: 'SMSMfaSettings',
};

export function createOwnAccount(call: CognitoCall): OwnAccount {
  const act: Act = async (operation, body) => toVoid(await call(operation, body, Nothing));
  return {
    async getAccount(accessToken) {
      const answer = await call('GetUser', { AccessToken: accessToken }, User);
      if (!answer.ok) return err(accountFailure(answer.error));
      const { UserMFASettingList, PreferredMfaSetting, UserAttributes } = answer.value;
      return ok({
        factors: UserMFASettingList ?? [],
        preferred: PreferredMfaSetting ?? undefined,
        attributes: new Map((UserAttributes ?? []).map(({ Name, Value }) => [Name, Value ?? ''])),
      });
    },
    changePassword: async ({ accessToken, previous, proposed }) =>
      await act('ChangePassword', {
        AccessToken: accessToken,
        PreviousPassword: previous,
        ProposedPassword: proposed,
      }),
    setFactor: async ({ accessToken, factor, isEnabled, isPreferred }) =>
      await act('SetUserMFAPreference', {
        AccessToken: accessToken,
        [SETTING[factor]]: { Enabled: isEnabled, PreferredMfa: isEnabled && isPreferred },
      }),
    async updateAttribute({ accessToken, name, value }) {
      const answer = await call(
        'UpdateUserAttributes',
        { AccessToken: accessToken, UserAttributes: [{ Name: name, Value: value }] },
        Deliveries,
      );
      if (!answer.ok) return err(accountFailure(answer.error));
      const [delivery] = answer.value.CodeDeliveryDetailsList ?? [];
      return ok(delivery && { destination: delivery.Destination ?? undefined });
    },
    verifyEmail: async ({ accessToken, code }) =>
      await act('VerifyUserAttribute', { AccessToken: accessToken, AttributeName: 'email', Code: code }),
    deleteAccount: async (accessToken) => await act('DeleteUser', { AccessToken: accessToken }),
    ...createPasskeyCalls(call, act),
  };
}

type Act = (
  operation: Parameters<CognitoCall>[0],
  body: Parameters<CognitoCall>[1],
) => Promise<Result<void, PoolFailure>>;

function createPasskeyCalls(
  call: CognitoCall,
  act: Act,
): Pick<OwnAccount, 'listPasskeys' | 'startPasskey' | 'addPasskey' | 'removePasskey'> {
  return {
    async listPasskeys(accessToken) {
      const answer = await call('ListWebAuthnCredentials', { AccessToken: accessToken }, Passkeys);
      if (!answer.ok) return err(accountFailure(answer.error));
      return ok(
        answer.value.Credentials.map((credential) => ({
          id: credential.CredentialId,
          name: credential.FriendlyCredentialName ?? '',
          createdAt: credential.CreatedAt == null ? undefined : new Date(credential.CreatedAt * 1_000),
          attachment: credential.AuthenticatorAttachment ?? undefined,
        })),
      );
    },
    async startPasskey(accessToken) {
      const answer = await call('StartWebAuthnRegistration', { AccessToken: accessToken }, CreationOptions);
      if (!answer.ok) return err(accountFailure(answer.error));
      return ok(JSON.stringify(answer.value.CredentialCreationOptions));
    },
    async addPasskey({ accessToken, credential }) {
      const parsed = parseObject(credential);
      if (parsed === undefined) return err({ code: 'challenge_failed' });
      return await act('CompleteWebAuthnRegistration', { AccessToken: accessToken, Credential: parsed });
    },
    removePasskey: async ({ accessToken, id }) =>
      await act('DeleteWebAuthnCredential', { AccessToken: accessToken, CredentialId: id }),
  };
}

function toVoid(answer: Result<unknown, CognitoFailure>): Result<void, PoolFailure> {
  return answer.ok ? ok(undefined) : err(accountFailure(answer.error));
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
