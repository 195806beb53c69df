import { DAY_MS } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BUCKET,
  bytes,
  codeOf,
  CREDENTIAL,
  type LiveStore,
  startLiveStore,
} from '../testing/live-store.world.ts';
import {
  type Fields,
  FILE,
  formBody,
  type FormOptions,
  formSender,
  signedFields,
} from '../testing/signed-form.world.ts';

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore({
    credentials: [
      CREDENTIAL,
      { accessKeyId: 'READER', secretAccessKey: 'reads only', access: 'read' },
      { accessKeyId: 'ELSEWHERE', secretAccessKey: 'another bucket', buckets: ['other'] },
    ],
  });
});
afterAll(() => store.close());

const { send, post, postWith, contentOf } = formSender(() => store);

const owner = (value: string): Fields => [['x-amz-meta-owner', value]];

test('every condition must be met, and every field covered by one', async () => {
  const eq = { conditions: [['EQ', '$X-Amz-Meta-Owner', 'me']] };
  expect((await postWith(owner('me'), eq)).status).toBe(204);
  const refused = await postWith(owner('you'), eq);
  const text = await refused.text();
  expect(refused.status).toBe(403);
  expect(text).toContain('<Code>AccessDenied</Code>');
  expect(text).toContain(
    '<Message>Invalid according to Policy: Policy Condition failed: [&quot;EQ&quot;,&quot;$X-Amz-Meta-Owner&quot;,&quot;me&quot;]</Message>',
  );
  expect((await postWith([], eq)).status).toBe(403);
  const extra = await postWith(owner('me'));
  expect(await extra.text()).toContain('Invalid according to Policy: Extra input fields: x-amz-meta-owner');
  const prefix = { conditions: [['starts-with', '$Content-Type', 'image/']] };
  expect((await postWith([['Content-Type', 'image/png, image/jpeg']], prefix)).status).toBe(204);
  expect((await postWith([['Content-Type', 'image/png, text/html']], prefix)).status).toBe(403);
  expect((await postWith([], prefix)).status).toBe(403);
  const key = { conditions: [['starts-with', '$key', 'mine/']] };
  expect((await post(signedFields('yours/x', key))).status).toBe(403);
  const bucket = await send(formBody([['bucket', BUCKET], ...signedFields('x')], FILE), {}, '/another');
  expect(await codeOf(bucket)).toBe('AccessDenied');
  const policy = { expiration: '2099-01-01T00:00:00Z', conditions: [['starts-with', '$key', '']] };
  expect(await (await post(signedFields('x', { policy }))).text()).toContain(
    'Extra input fields: x-amz-algorithm',
  );
});

const range = (min: unknown, max: unknown) => ({ conditions: [['content-length-range', min, max]] });

test('the length of the file must be within the range, to the byte', async () => {
  const size = FILE.bytes.length;
  expect((await postWith([], range(size, size))).status).toBe(204);
  expect((await postWith([], range(String(size), String(size)))).status).toBe(204);
  const before = (await store.blobs()).length;
  const small = await postWith([], range(size + 1, 1000));
  expect([small.status, await small.text()]).toEqual([
    400,
    expect.stringContaining('<Code>EntityTooSmall</Code>'),
  ]);
  const large = await postWith([], range(0, size - 1));
  expect([large.status, await large.text()]).toEqual([
    400,
    expect.stringContaining(`<MaxSizeAllowed>${size - 1}</MaxSizeAllowed>`),
  ]);
  expect(await codeOf(await postWith([], range(0, 10), { bytes: bytes(40_000_000) }))).toBe('EntityTooLarge');
  expect((await store.blobs()).length).toBe(before);
});

test.each([
  ['is no JSON', 'nothing'],
  ['has no end', { conditions: [] }],
  ['has an end that is no time', { expiration: 'tomorrow', conditions: [] }],
  ['has no conditions', { expiration: '2099-01-01T00:00:00Z' }],
  ['shouts', { expiration: '2099-01-01T00:00:00Z', CONDITIONS: [] }],
  [
    'asks two things at once',
    { expiration: '2099-01-01T00:00:00Z', conditions: [{ acl: 'private', key: 'x' }] },
  ],
  ['asks nothing', { expiration: '2099-01-01T00:00:00Z', conditions: [{}] }],
  ['knows another verb', { expiration: '2099-01-01T00:00:00Z', conditions: [['ends-with', '$key', 'x']] }],
  ['has a range of one', { expiration: '2099-01-01T00:00:00Z', conditions: [['content-length-range', 0]] }],
  [
    'has a range below zero',
    { expiration: '2099-01-01T00:00:00Z', conditions: [['content-length-range', -1, 0]] },
  ],
])('a policy that %s is rejected', async (_name, policy) => {
  const answer = await post(signedFields('x', { policy }));
  expect([answer.status, await codeOf(answer)]).toEqual([400, 'InvalidPolicyDocument']);
});

async function messageOf(options: FormOptions): Promise<string> {
  const answer = await post(signedFields('never', options));
  const text = await answer.text();
  return `${/<Code>(\w+)</.exec(text)?.[1]}: ${/<Message>(.*)</.exec(text)?.[1]?.split('<')[0]}`;
}

test('a form is rejected after its expiry, before its date, and with another or unknown key', async () => {
  expect(await messageOf({ expiresInMs: -1000 })).toBe(
    'AccessDenied: Invalid according to Policy: Policy expired.',
  );
  store.shiftClock(-16 * 60_000);
  expect(await messageOf({})).toBe('AccessDenied: Request is not yet valid');
  store.shiftClock(8 * DAY_MS);
  expect(await messageOf({ expiresInMs: 30 * DAY_MS })).toBe('AccessDenied: Request has expired');
  store.shiftClock(0);
  expect(await messageOf({ secretAccessKey: 'not it' })).toContain('SignatureDoesNotMatch');
  expect(await messageOf({ accessKeyId: 'AKOTHER' })).toContain('InvalidAccessKeyId');
  expect(await messageOf({ region: 'mars-1' })).toContain('AuthorizationQueryParametersError');
  expect(await messageOf({ amzDate: '20260101' })).toContain('InvalidArgument');
  expect(await messageOf({ accessKeyId: 'READER', secretAccessKey: 'reads only' })).toBe(
    'AccessDenied: Access Denied',
  );
  expect(await messageOf({ accessKeyId: 'ELSEWHERE', secretAccessKey: 'another bucket' })).toBe(
    'AccessDenied: Access Denied',
  );
  expect(await contentOf('never')).toBeUndefined();
});
