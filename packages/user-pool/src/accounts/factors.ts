import type { Account } from '../store/accounts.ts';
import type { Db } from '../store/database/database.ts';
import type { Pool } from '../store/pools.ts';
import { listWebAuthnCredentials } from '../store/web-authn-credentials.ts';

type Factor = Pool['settings']['firstFactors'][number];

export async function configuredFactors(db: Db, pool: Pool, account: Account): Promise<readonly Factor[]> {
  const { firstFactors } = pool.settings;
  const hasPasskey =
    firstFactors.includes('WEB_AUTHN') &&
    (await listWebAuthnCredentials(db, account.id, { limit: 1, after: undefined })).length > 0;
  const has: Readonly<Record<Factor, boolean>> = {
    PASSWORD: account.credential !== undefined,
    EMAIL_OTP: account.attributes['email_verified'] === 'true',
    SMS_OTP: account.attributes['phone_number_verified'] === 'true',
    WEB_AUTHN: hasPasskey,
  };
  return firstFactors.filter((factor) => has[factor]);
}
