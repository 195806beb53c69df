import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { GetObjectTaggingCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
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
  FORM_DELIMITER,
  FORM_TYPE,
  formBody,
  formSender,
  signedFields,
  without,
} from '../testing/signed-form.world.ts';

const ORIGIN = 'https://app.example';

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore({ corsOrigins: [ORIGIN] });
});
afterAll(() => store.close());

const at = (key: string) => ({ Bucket: BUCKET, Key: key });
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('base64');
const ANY_SHA = ['starts-with', '$x-amz-checksum-sha256', ''];

const { send, post, postWith, contentOf } = formSender(() => store);

test('a form stores its file, and a browser can read the response without a preflight', async () => {
  const answer = await send(formBody(signedFields('plain'), FILE), { origin: ORIGIN });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('etag')).toBe(`"${createHash('md5').update(FILE.bytes).digest('hex')}"`);
  expect(answer.headers.get('location')).toBe(`/${BUCKET}/plain`);
  expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
  expect(await contentOf('plain')).toEqual(FILE.bytes);
  const stranger = await send(formBody(signedFields('plain'), FILE), { origin: 'https://evil.example' });
  expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
});

test('metadata fields of the form are stored, and the type of its file part is not', async () => {
  const conditions = ['Content-Type', 'Cache-Control', 'x-amz-meta-titel', 'tagging', 'acl'].map((name) => [
    'starts-with',
    `$${name}`,
    '',
  ]);
  const tagging = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>';
  const answer = await post(
    [
      ['Content-Type', 'image/png'],
      ['Cache-Control', 'no-store'],
      ['X-Amz-Meta-Titel', 'Grüße'],
      ['tagging', tagging],
      ['acl', 'private'],
      ...signedFields('described', { conditions }),
    ],
    FILE,
  );
  expect(answer.status).toBe(204);
  const head = await store.client.send(new HeadObjectCommand(at('described')));
  expect(head).toMatchObject({ ContentType: 'image/png', CacheControl: 'no-store' });
  expect(Buffer.from(head.Metadata?.['titel'] ?? '', 'latin1').toString()).toBe('Grüße');
  expect((await store.client.send(new GetObjectTaggingCommand(at('described')))).TagSet).toEqual([
    { Key: 'a', Value: 'b' },
  ]);
  await post(signedFields('untyped'), FILE);
  const untyped = await store.client.send(new HeadObjectCommand(at('untyped')));
  expect(untyped.ContentType).toBe('binary/octet-stream');
});

test('a checksum is verified, returned, and replaces MD5', async () => {
  const body = bytes(100_000);
  const options = { conditions: [ANY_SHA] };
  const good = await postWith([['x-amz-checksum-sha256', sha256(body)]], options, { bytes: body });
  expect([good.status, good.headers.get('x-amz-checksum-sha256')]).toEqual([204, sha256(body)]);
  expect(good.headers.get('etag')).toMatch(/^"[0-9a-f]{32}-1"$/);
  const bad = await postWith([['x-amz-checksum-sha256', sha256(bytes(100_000, 2))]], options, {
    bytes: body,
  });
  expect(await codeOf(bad)).toBe('BadDigest');
  const malformed = await postWith([['x-amz-checksum-sha256', 'abc']], options, { bytes: body });
  expect(await codeOf(malformed)).toBe('InvalidRequest');
  const md5 = { conditions: [['starts-with', '$content-md5', '']] };
  expect(await codeOf(await postWith([['Content-MD5', createHash('md5').digest('base64')]], md5))).toBe(
    'BadDigest',
  );
});

test.each([
  ['200', 200, ''],
  ['204', 204, ''],
  ['404', 204, ''],
  [
    '201',
    201,
    `<PostResponse><Location>/files/a%20%26/%C3%BC</Location><Bucket>files</Bucket><Key>a &amp;/ü</Key><ETag>&quot;`,
  ],
])('success_action_status %s gives status %i', async (wanted, status, document) => {
  const conditions = [{ success_action_status: wanted }];
  const answer = await post([['success_action_status', wanted], ...signedFields('a &/ü', { conditions })]);
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain(document);
  expect(answer.headers.get('location')).toBe('/files/a%20%26/%C3%BC');
});

test('a form can redirect to a page, with the result', async () => {
  const page = 'https://app.example/done?a=1#top';
  const conditions = [{ success_action_redirect: page }];
  const answer = await post([['success_action_redirect', page], ...signedFields('x&y', { conditions })]);
  expect(answer.status).toBe(303);
  const etag = encodeURIComponent(answer.headers.get('etag') ?? '');
  expect(answer.headers.get('location')).toBe(
    `https://app.example/done?a=1&bucket=${BUCKET}&key=x%26y&etag=${etag}#top`,
  );
  const script = 'javascript:alert(1)';
  const refused = await postWith([['redirect', script]], { conditions: [{ redirect: script }] });
  expect([refused.status, refused.headers.get('location')]).toEqual([204, `/${BUCKET}/form`]);
});

test.each([
  ['note.txt', 'up/note.txt'],
  ['C:\\Users\\me\\note.txt', 'up/note.txt'],
  ['../../etc/passwd', 'up/passwd'],
  ['ü $& %22.txt', 'up/ü $& ".txt'],
  ['', 'up/'],
])('the file name %j gives the key %j', async (filename, key) => {
  const conditions = [['starts-with', '$key', 'up/']];
  const answer = await post(signedFields('up/${filename}', { conditions }), { ...FILE, filename });
  expect(answer.status).toBe(204);
  expect(await contentOf(key)).toEqual(FILE.bytes);
});

test('a file that contains a lookalike of the delimiter is complete, in chunks of any size', async () => {
  const content = Buffer.concat([
    ...[FORM_DELIMITER.slice(0, -1), `\r\n\r\n--\r\r\n-${FORM_DELIMITER.slice(2)}`, '\r', '\r\n--'].map(
      (text) => Buffer.from(text),
    ),
    bytes(5000),
    Buffer.from(FORM_DELIMITER.slice(0, 10)),
  ]);
  const body = formBody(
    [['x-amz-checksum-sha256', sha256(content)], ...signedFields('tricky', { conditions: [ANY_SHA] })],
    {
      bytes: content,
    },
  );
  for (const pieceBytes of [1, 7, 61, 4096]) expect(await sendInPieces(body, pieceBytes)).toBe(204);
  expect(await contentOf('tricky')).toEqual(content);
});

async function sendInPieces(body: Buffer, pieceBytes: number): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const headers = { 'content-type': FORM_TYPE, 'content-length': body.length };
  const outgoing = httpRequest(`${store.url}/${BUCKET}`, { method: 'POST', headers }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  });
  outgoing.on('error', reject);
  outgoing.setNoDelay(true);
  for (let sent = 0; sent < body.length; sent += pieceBytes) {
    outgoing.write(body.subarray(sent, sent + pieceBytes));
    if (sent % 1000 === 0) await new Promise((done) => setImmediate(done));
  }
  outgoing.end();
  return promise;
}

test('large and empty files are stored', async () => {
  const large = bytes(20_000_000);
  expect((await post(signedFields('large'), { bytes: large })).status).toBe(204);
  expect((await contentOf('large'))?.equals(large)).toBe(true);
  expect((await post(signedFields('empty'), { bytes: Buffer.alloc(0) })).status).toBe(204);
  expect(await contentOf('empty')).toEqual(Buffer.alloc(0));
});

test('fields after the file and x-ignore fields are ignored', async () => {
  const answer = await post([['x-ignore-me', 'yes'], ...signedFields('ignored')], FILE, [
    ['key', 'other'],
    ['file', 'not this'],
    ['submit', 'send'],
  ]);
  expect(answer.status).toBe(204);
  expect(await contentOf('ignored')).toEqual(FILE.bytes);
  expect(await contentOf('other')).toBeUndefined();
});

async function codeFor(fields: Fields): Promise<string | undefined> {
  return codeOf(await post(fields));
}

test('a form without signature, key or file is rejected, and so is a changed policy', async () => {
  const fields = signedFields('gap');
  expect(await codeFor([['key', 'gap']])).toBe('AccessDenied');
  for (const name of [
    'policy',
    'x-amz-algorithm',
    'x-amz-credential',
    'x-amz-date',
    'x-amz-signature',
    'key',
  ]) {
    expect([name, await codeFor(without(fields, name))]).toEqual([
      name,
      name === 'key' ? 'AccessDenied' : 'InvalidArgument',
    ]);
  }
  expect(await codeOf(await send(formBody(fields, undefined)))).toBe('InvalidArgument');
  expect(await codeFor([...fields, ['KEY', 'twice']])).toBe('InvalidArgument');
  expect(await codeFor([['AWSAccessKeyId', CREDENTIAL.accessKeyId], ...fields])).toBe('InvalidRequest');
  expect(
    await codeFor(fields.map(([name, value]) => [name, name === 'policy' ? `${value}AAAA` : value])),
  ).toBe('SignatureDoesNotMatch');
  expect(await codeFor(signedFields(''))).toBe('InvalidArgument');
  expect(await codeFor(signedFields('k'.repeat(1025)))).toBe('KeyTooLongError');
  expect(await contentOf('gap')).toBeUndefined();
});

const any = (name: string) => ({ conditions: [['starts-with', `$${name}`, '']] });

test('a field becomes no invalid header, and grants no unsupported permission', async () => {
  const split = await postWith([['Content-Type', 'a\r\nset-cookie: b']], any('content-type'));
  expect(await codeOf(split)).toBe('InvalidArgument');
  expect(await codeOf(await postWith([['acl', 'public-read']], any('acl')))).toBe('NotImplemented');
  const encryption = 'x-amz-server-side-encryption';
  expect(await codeOf(await postWith([[encryption, 'AES256']], any(encryption)))).toBe('NotImplemented');
  expect(await codeOf(await postWith([['tagging', '<Tagging']], any('tagging')))).toBe('MalformedXML');
  const sent = await send(formBody(signedFields('headers'), FILE), { 'x-amz-meta-a': 'not of the form' });
  expect(sent.status).toBe(204);
  const head = await store.client.send(new HeadObjectCommand(at('headers')));
  expect(head.Metadata).toEqual({});
});

test('an invalid or incomplete form stores nothing', async () => {
  const before = (await store.blobs()).length;
  const fields = signedFields('broken');
  const whole = formBody(fields, FILE);
  const end = whole.length - FORM_DELIMITER.length - 4;
  for (const [body, code] of [
    [Buffer.alloc(0), 'MalformedPOSTRequest'],
    [Buffer.from('no form at all, and long enough to see that'), 'MalformedPOSTRequest'],
    [whole.subarray(0, 40), 'MalformedPOSTRequest'],
    [whole.subarray(0, end), 'MalformedPOSTRequest'],
    [whole.subarray(0, -4), 'MalformedPOSTRequest'],
    [Buffer.concat([whole.subarray(0, -4), Buffer.from('xx\r\n')]), 'MalformedPOSTRequest'],
    [
      Buffer.from(
        whole.toString('latin1').replace('form-data; name="key"', 'form-data; name=key"'),
        'latin1',
      ),
      'MalformedPOSTRequest',
    ],
    [
      Buffer.from(whole.toString('latin1').replace('form-data; name="key"', 'inline; name="key"'), 'latin1'),
      'MalformedPOSTRequest',
    ],
    [Buffer.from(whole.toString('latin1').replace('broken', '\xff\xff'), 'latin1'), 'MalformedPOSTRequest'],
    [formBody([['x-ignore-long', 'x'.repeat(21_000)], ...fields], FILE), 'MaxPostPreDataLengthExceededError'],
    [
      Buffer.from(`--${FORM_DELIMITER.slice(4)}\r\n${'a: b\r\n'.repeat(10_000)}`),
      'MaxPostPreDataLengthExceededError',
    ],
  ] as const) {
    expect(await codeOf(await send(body))).toBe(code);
  }
  expect(await codeOf(await send(whole, { 'content-type': 'text/plain' }))).toBe('PreconditionFailed');
  expect(await codeOf(await send(whole, { 'content-type': 'multipart/form-data' }))).toBe(
    'MalformedPOSTRequest',
  );
  const unmeasured = await fetch(`${store.url}/${BUCKET}`, {
    method: 'POST',
    body: ReadableStream.from([whole]),
    headers: { 'content-type': FORM_TYPE },
    duplex: 'half',
  });
  expect(await codeOf(unmeasured)).toBe('MissingContentLength');
  expect(await codeOf(await send(whole, {}, `/${BUCKET}/key`))).toBe('AccessDenied');
  expect((await store.blobs()).length).toBe(before);
  expect(store.log.filter((entry) => entry.level === 'error')).toEqual([]);
});

test('if a client disconnects within its file, nothing is stored', async () => {
  const before = (await store.blobs()).length;
  const body = formBody(signedFields('vanished'), { bytes: bytes(3_000_000) });
  const headers = { 'content-type': FORM_TYPE, 'content-length': body.length };
  const outgoing = httpRequest(`${store.url}/${BUCKET}`, { method: 'POST', headers });
  const gone = new Promise((resolve) => outgoing.on('error', resolve));
  outgoing.write(body.subarray(0, 2_000_000));
  await expect.poll(async () => (await store.blobs()).length).toBe(before + 1);
  outgoing.destroy();
  await gone;
  await expect.poll(async () => (await store.blobs()).length).toBe(before);
  expect(await contentOf('vanished')).toBeUndefined();
});
