import { manualClock, type TestDatabase, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll } from 'vitest';
import { createHostedBrowser, type HostedBrowser } from '../hosted-browser.ts';
import { CALLBACK, hostedPools, redeem } from '../hosted-fixture.ts';
import { CLIENT_ID, PASSWORD, type PoolFixture, startPool } from '../pool-fixture.ts';

/** Must always be escaped in output. */
export const SCRIPT = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&{{7*7}}`;
export const clock = manualClock(new Date());
export let fixture: PoolFixture;
export const ada = { name: 'ada@example.org', password: PASSWORD };

export function preparePages(): void {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
    fixture = await startPool(database.connectionString, {
      clock,
      pools: hostedPools({
        name: SCRIPT,
        schemaAttributes: [{ name: '<b>x</b>', isCustom: true, isRequired: false }],
        clients: [
          {
            id: 'unsafe',
            name: 'unsafe',
            isOAuthAllowed: true,
            oauthFlows: ['code'],
            oauthScopes: ['openid'],
            callbackUrls: [
              'javascript:alert(1)',
              'data:text/html,x',
              'https://u:p@app.example/',
              'https://app.example/#x',
            ],
          },
        ],
      }),
    });
    await fixture.createUser(ada.name);
  });

  afterAll(async () => {
    await fixture.close();
    await database.drop();
  });
}

export const open = (): HostedBrowser => createHostedBrowser(fixture.endpoint, fixture.pool.fetch);

export const exchange = (pkce: { verifier: string }, code: string, changes: Record<string, string> = {}) =>
  redeem(fixture.endpoint, {
    grant_type: 'authorization_code',
    client_id: CLIENT_ID,
    redirect_uri: CALLBACK,
    code,
    code_verifier: pkce.verifier,
    ...changes,
  });
