import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { CofferProcess } from '@coffer/testing/coffer-process';
import { readInstallationSecrets } from './sign-in/recorded-pool.ts';

const MEMBER = {
  name: 'Grace Hopper',
  email: 'grace@example.org',
  password: 'Another-Horse-7-Staple',
} as const;

/** A person without a system role. */
export async function createMember(coffer: CofferProcess, dataFolder: string): Promise<typeof MEMBER> {
  const { poolId, poolAdminKeyPair } = await readInstallationSecrets(dataFolder);
  const pool = new CognitoIdentityProviderClient({
    endpoint: `http://127.0.0.1:${coffer.ports.pool}`,
    region: poolId.slice(0, poolId.indexOf('_')),
    credentials: poolAdminKeyPair,
  });
  const person = { UserPoolId: poolId, Username: MEMBER.email };
  await pool.send(
    new AdminCreateUserCommand({
      ...person,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: MEMBER.email },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'name', Value: MEMBER.name },
      ],
    }),
  );
  await pool.send(new AdminSetUserPasswordCommand({ ...person, Password: MEMBER.password, Permanent: true }));
  return MEMBER;
}
