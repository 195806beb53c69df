import { testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIENT_ID, type PoolFixture, startPool } from './testing/pool-fixture.ts';

const TARGET = 'AWSCognitoIdentityProviderService.';
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString);
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const post = (headers: Record<string, string>, body: string | Uint8Array | null) =>
  fetch(`${fixture.endpoint}/`, {
    method: 'POST',
    headers,
    body: body instanceof Uint8Array ? Buffer.from(body) : body,
  });
const initiate = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `${TARGET}InitiateAuth` };

test('an error is in the body and the headers, with a request id, and readable from any origin', async () => {
  const sentAtMs = Date.now();
  const response = await post(initiate, JSON.stringify({ AuthFlow: 'USER_SRP_AUTH', ClientId: 'nothing' }));
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    __type: 'ResourceNotFoundException',
    message: 'User pool client nothing does not exist.',
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/x-amz-json-1.1',
    'x-amzn-errortype': 'ResourceNotFoundException:',
    'x-amzn-errormessage': 'User pool client nothing does not exist.',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
    'cache-control': 'no-store',
  });
  expect(response.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
  const date = Date.parse(response.headers.get('date') ?? '');
  // HTTP dates have whole seconds, and Node.js caches them for one second.
  expect(date).toBeGreaterThan(sentAtMs - 2000);
  expect(date).toBeLessThanOrEqual(Date.now());
});

test('a preflight allows the headers that clients send', async () => {
  const response = await fetch(`${fixture.endpoint}/`, { method: 'OPTIONS' });
  expect(response.status).toBe(200);
  const allowed = response.headers.get('access-control-allow-headers')?.split(',');
  for (const name of [
    'content-type',
    'x-amz-target',
    'x-amz-user-agent',
    'cache-control',
    'amz-sdk-invocation-id',
    'amz-sdk-request',
    'authorization',
  ])
    expect(allowed).toContain(name);
});

test.each([
  ['InitiateAut', 'a misspelled operation'],
  ['CreateUserImportJob', 'an unsupported operation'],
  ['__proto__', 'a property of every object'],
])('%s is unknown: %s', async (operation) => {
  const response = await post({ 'x-amz-target': `${TARGET}${operation}` }, '{}');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ __type: 'UnknownOperationException' });
});

test('any path and application/json are accepted', async () => {
  const response = await fetch(`${fixture.endpoint}/some/where`, {
    method: 'POST',
    headers: { ...initiate, 'content-type': 'application/json' },
    body: JSON.stringify({ AuthFlow: 'USER_SRP_AUTH', ClientId: CLIENT_ID }),
  });
  expect(await response.json()).toMatchObject({ message: 'Missing required parameter USERNAME' });
});

test.each([
  ['no JSON', '{'],
  ['an array', '[]'],
  ['a string', '"x"'],
  ['null', 'null'],
  ['broken UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
])('a body that is %s is a SerializationException', async (_name, body) => {
  expect(await (await post(initiate, body)).json()).toMatchObject({ __type: 'SerializationException' });
});

test('deeply nested JSON is rejected without a crash', async () => {
  const response = await post(initiate, `{"AuthParameters":${'['.repeat(60_000)}${']'.repeat(60_000)}}`);
  expect(response.status).toBe(400);
});

test('a body over 128 KiB is rejected, with and without a declared length', async () => {
  const tooLarge = { __type: 'RequestEntityTooLargeException' };
  const body = JSON.stringify({ ClientId: 'x'.repeat(128 * 1024) });
  const declared = await post(initiate, body);
  expect(declared.status).toBe(413);
  expect(await declared.json()).toMatchObject(tooLarge);
  const stream = new Blob([body]).stream();
  const chunked = new Request(`${fixture.endpoint}/`, {
    method: 'POST',
    headers: initiate,
    body: stream,
    duplex: 'half',
  });
  expect(await (await fixture.pool.fetch(chunked)).json()).toMatchObject(tooLarge);
});

test.each([
  [
    'InitiateAuth',
    { AuthFlow: 'USER_SRP_AUTH' },
    "1 validation error detected: Value at 'clientId' failed to satisfy constraint: Member must not be null",
  ],
  [
    'InitiateAuth',
    { AuthFlow: null, ClientId: CLIENT_ID },
    "1 validation error detected: Value at 'authFlow' failed to satisfy constraint: Member must not be null",
  ],
  [
    'InitiateAuth',
    { AuthFlow: 'USER_SRP_AUTH', ClientId: 'a b' },
    "1 validation error detected: Value at 'clientId' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w+]+",
  ],
  [
    'InitiateAuth',
    { AuthFlow: 'NO_AUTH', ClientId: CLIENT_ID },
    "1 validation error detected: Value at 'authFlow' failed to satisfy constraint: Member must satisfy enum value set: [USER_SRP_AUTH, REFRESH_TOKEN_AUTH, REFRESH_TOKEN, CUSTOM_AUTH, ADMIN_NO_SRP_AUTH, USER_PASSWORD_AUTH, ADMIN_USER_PASSWORD_AUTH, USER_AUTH]",
  ],
  [
    'RespondToAuthChallenge',
    { ChallengeName: 'PASSWORD_VERIFIER', ClientId: CLIENT_ID, Session: 'short' },
    "1 validation error detected: Value at 'session' failed to satisfy constraint: Member must have length greater than or equal to 20",
  ],
  [
    'RespondToAuthChallenge',
    { ChallengeName: 'PASSWORD_VERIFIER', ClientId: CLIENT_ID, Session: 'x'.repeat(2049) },
    "1 validation error detected: Value at 'session' failed to satisfy constraint: Member must have length less than or equal to 2048",
  ],
  [
    'VerifySoftwareToken',
    { AccessToken: 'x', UserCode: 'abc' },
    "2 validation errors detected: Value at 'userCode' failed to satisfy constraint: Member must have length greater than or equal to 6; Value at 'userCode' failed to satisfy constraint: Member must satisfy regular expression pattern: [0-9]+",
  ],
  [
    'ChangePassword',
    { AccessToken: 'x', ProposedPassword: 'short' },
    "1 validation error detected: Value at 'proposedPassword' failed to satisfy constraint: Member must have length greater than or equal to 6",
  ],
  [
    'ChangePassword',
    { AccessToken: 'x', ProposedPassword: 'x'.repeat(257) },
    "1 validation error detected: Value at 'proposedPassword' failed to satisfy constraint: Member must have length less than or equal to 256",
  ],
])('%s %j gets a validation error', async (operation, input, message) => {
  expect((await fixture.call(operation, input)).body).toEqual({
    __type: 'InvalidParameterException',
    message,
  });
});

test.each([
  [{ AuthFlow: 'USER_SRP_AUTH', ClientId: 5 }, 'NUMBER_VALUE can not be converted to a String'],
  [{ AuthFlow: true, ClientId: CLIENT_ID }, 'The value has the wrong type'],
  [
    { AuthFlow: 'USER_SRP_AUTH', ClientId: CLIENT_ID, AuthParameters: [] },
    'START_ARRAY can not be converted to a Map',
  ],
  [
    { AuthFlow: 'USER_SRP_AUTH', ClientId: CLIENT_ID, AuthParameters: { USERNAME: {} } },
    'START_OBJECT can not be converted to a String',
  ],
])('%j has a wrong type', async (input, message) => {
  expect((await fixture.call('InitiateAuth', input)).body).toEqual({
    __type: 'SerializationException',
    message,
  });
});
