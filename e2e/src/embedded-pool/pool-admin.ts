import { sign } from '@coffer/user-pool/testing/pool-fixture';
import type { InstallationSecrets } from '../sign-in/recorded-pool.ts';

export interface PoolAdmin {
  call(operation: string, input: object): Promise<void>;
  /** With a verified address and a permanent password. */
  createPerson(email: string, password: string, attributes?: Readonly<Record<string, string>>): Promise<void>;
}

export function createPoolAdmin(port: number, secrets: InstallationSecrets): PoolAdmin {
  const call: PoolAdmin['call'] = async (operation, input) => {
    const body = JSON.stringify({ UserPoolId: secrets.poolId, ...input });
    const headers = new Headers({
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      host: `127.0.0.1:${port}`,
    });
    sign(headers, { body, signer: secrets.poolAdminKeyPair, now: new Date() });
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${operation}: ${await response.text()}`);
  };
  return {
    call,
    async createPerson(email, password, attributes = {}) {
      const given = { email_verified: 'true', name: email.split('@')[0] ?? '', ...attributes };
      await call('AdminCreateUser', {
        Username: email,
        MessageAction: 'SUPPRESS',
        UserAttributes: Object.entries(given).map(([Name, Value]) => ({ Name, Value })),
      });
      await call('AdminSetUserPassword', { Username: email, Password: password, Permanent: true });
    },
  };
}
