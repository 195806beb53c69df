import { testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type PoolFixture, startPool } from '../../testing/pool-fixture.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, {
    pools: [
      {
        id: 'us-east-1_Domains01',
        name: 'domains',
        usernameAttributes: ['email'],
        autoVerifiedAttributes: ['email'],
        isSelfSignUpAllowed: true,
        signUpDomains: ['example.org', 'Example.com'],
        clients: [{ id: 'domains', name: 'domains' }],
      },
    ],
  });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const signUp = (Username: string, UserAttributes?: object) =>
  fixture.call('SignUp', { ClientId: 'domains', Username, Password: PASSWORD, UserAttributes });

test.each(['ada@example.org', 'GRACE@EXAMPLE.ORG', 'joan@example.com'])('%s can sign up', async (email) => {
  expect(await signUp(email)).toMatchObject({ status: 200, body: { UserConfirmed: false } });
});

test.each(['eve@evil.example', 'eve@example.org.evil.example', 'eve@mail.example.org', 'eve@notexample.org'])(
  '%s cannot, and no message is sent there',
  async (email) => {
    const refused = {
      __type: 'NotAuthorizedException',
      message: 'SignUp is not permitted for e-mail addresses of this domain',
    };
    const before = fixture.messages.length;
    expect(await signUp(email)).toMatchObject({ status: 400, body: refused });
    const other = [{ Name: 'email', Value: 'ada@example.org' }];
    expect((await signUp(email, other)).status).toBe(400);
    await fixture.pool.deliverMessages();
    expect(fixture.messages.slice(before).map(({ to }) => to)).not.toContain(email);
  },
);

test('an administrator can create an account of any domain', async () => {
  const made = await fixture.admin('AdminCreateUser', {
    UserPoolId: 'us-east-1_Domains01',
    Username: 'guest@evil.example',
    MessageAction: 'SUPPRESS',
  });
  expect(made.status).toBe(200);
});
