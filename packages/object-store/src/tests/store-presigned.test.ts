import { createHash } from 'node:crypto';
import { access, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  canonicalQuery,
  canonicalRequest,
  encodePath,
  encodeRfc3986,
  signatureHex,
  signingKey,
  stringToSign,
} from '@coffer/sigv4';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUCKET, bytes, codeOf, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';
import { boundPut } from '../testing/presigned.world.ts';

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore({ limits: { idleTimeoutMs: 1500 } });
});
afterAll(() => store.close());

const at = (key: string) => ({ Bucket: BUCKET, Key: key });
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('base64');

async function exists(key: string): Promise<boolean> {
  return store.client.send(new HeadObjectCommand(at(key))).then(
    () => true,
    () => false,
  );
}

test('a bound URL accepts the body that it was signed for, and reports its checksum', async () => {
  const body = bytes(100_000);
  const { url, headers } = await boundPut(store, 'bound', body);
  expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe(
    'content-length;content-type;host;x-amz-checksum-sha256',
  );
  const response = await fetch(url, { method: 'PUT', body, headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('x-amz-checksum-sha256')).toBe(sha256(body));
  const get = await fetch(await store.presign(new GetObjectCommand(at('bound'))));
  expect(Buffer.from(await get.arrayBuffer()).equals(body)).toBe(true);
  expect(get.headers.get('content-type')).toBe('image/png');
});

test('a bound URL accepts no other length, checksum, type, method or key', async () => {
  const body = bytes(1000);
  const other = bytes(1000, 2);
  const { url, headers } = await boundPut(store, 'strict', body);
  const put = async (init: RequestInit, target = url) =>
    codeOf(await fetch(target, { method: 'PUT', headers, ...init }));
  expect(await put({ body: other })).toBe('BadDigest');
  expect(await put({ body: body.subarray(1) })).toBe('SignatureDoesNotMatch');
  expect(await put({ body: Buffer.concat([body, body]) })).toBe('SignatureDoesNotMatch');
  expect(await put({ body: other, headers: { ...headers, 'x-amz-checksum-sha256': sha256(other) } })).toBe(
    'SignatureDoesNotMatch',
  );
  expect(await put({ body, headers: { ...headers, 'content-type': 'text/html' } })).toBe(
    'SignatureDoesNotMatch',
  );
  expect(await put({ body, headers: { 'content-type': 'image/png' } })).toBe('SignatureDoesNotMatch');
  expect(await put({ body, headers: { ...headers, 'x-amz-meta-a': 'b' } })).toBe('AccessDenied');
  expect(await put({ body, headers: { ...headers, 'x-amz-acl': 'public-read' } })).toBe('AccessDenied');
  expect(await put({ body }, url.replace('/strict?', '/other?'))).toBe('SignatureDoesNotMatch');
  expect(await put({ body }, url.replace('/files/', '/filez/'))).toBe('SignatureDoesNotMatch');
  expect(await put({ body }, `${url}&partNumber=1&uploadId=x`)).toBe('SignatureDoesNotMatch');
  expect(await put({ body }, url.replace(/Expires=\d+/, 'Expires=604800'))).toBe('SignatureDoesNotMatch');
  expect(await put({ body }, url.replace(/Signature=./, 'Signature=g'))).toBe(
    'AuthorizationQueryParametersError',
  );
  expect((await fetch(url)).status).toBe(403);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
  expect(await exists('strict')).toBe(false);
});

test('a URL is rejected before its date, after its expiry, and with an unknown or wrong key', async () => {
  const command = new GetObjectCommand(at('bound'));
  const url = await store.presign(command, { expiresIn: 60 });
  store.shiftClock(61_000);
  expect(await codeOf(await fetch(url))).toBe('AccessDenied');
  store.shiftClock(-16 * 60_000);
  expect(await codeOf(await fetch(url))).toBe('AccessDenied');
  store.shiftClock(0);
  expect((await fetch(url)).status).toBe(200);
  expect(await codeOf(await fetch(url.replace('AKTEST', 'AKOTHER')))).toBe('InvalidAccessKeyId');
  const wrong = store.clientWith({
    credentials: { accessKeyId: 'AKTESTTESTTEST', secretAccessKey: 'not the secret' },
  });
  await expect(wrong.send(command)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  expect(await codeOf(await fetch(`${store.url}/${BUCKET}/bound`))).toBe('AccessDenied');
  expect(await codeOf(await fetch(store.url))).toBe('AccessDenied');
});

test('every response has headers that keep browsers from running stored content', async () => {
  await store.client.send(
    new PutObjectCommand({
      ...at('page.html'),
      Body: '<script>alert(1)</script>',
      ContentType: 'text/html',
      ContentDisposition: 'inline',
    }),
  );
  const answers = [
    await fetch(await store.presign(new GetObjectCommand(at('page.html')))),
    await fetch(await store.presign(new GetObjectCommand(at('absent')))),
    await fetch(`${store.url}/${BUCKET}/page.html`),
    await fetch(
      await store.presign(new GetObjectCommand({ ...at('page.html'), ResponseContentDisposition: 'inline' })),
    ),
    await fetch(
      await store.presign(
        new GetObjectCommand({
          ...at('page.html'),
          ResponseContentDisposition: 'inline',
          ResponseContentType: 'image/svg+xml',
        }),
      ),
    ),
  ];
  for (const answer of answers) {
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe('sandbox');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    await answer.arrayBuffer();
  }
});

test('a signed URL sets the file name and type, and may show a harmless type inline', async () => {
  const get = async (more: object) =>
    fetch(await store.presign(new GetObjectCommand({ ...at('bound'), ...more })));
  const named = await get({
    ResponseContentDisposition: "attachment; filename*=UTF-8''%C3%BC.png",
    ResponseCacheControl: 'no-store',
  });
  expect(named.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%BC.png");
  expect(named.headers.get('cache-control')).toBe('no-store');
  const inline = await get({ ResponseContentDisposition: 'inline', ResponseContentType: 'video/mp4' });
  expect(inline.headers.get('content-disposition')).toBe('inline');
  expect(inline.headers.get('content-type')).toBe('video/mp4');
  const split = await get({ ResponseContentDisposition: 'inline\r\nset-cookie: a=b' });
  expect(await codeOf(split)).toBe('InvalidArgument');
  const url = await store.presign(new GetObjectCommand(at('bound')));
  expect((await fetch(`${url}&response-content-disposition=inline`)).status).toBe(403);
});

test('a bound URL accepts no unsigned encoding, which would change the bytes that readers get', async () => {
  const body = gzipSync(Buffer.alloc(1000));
  const { url, headers } = await boundPut(store, 'encoded', body);
  const encoded = { ...headers, 'content-encoding': 'gzip' };
  const refused = await fetch(url, { method: 'PUT', body, headers: encoded });
  expect(refused.status).toBe(403);
  expect(await exists('encoded')).toBe(false);
  expect((await fetch(url, { method: 'PUT', body, headers })).status).toBe(200);
  expect((await fetch(url, { method: 'PUT', body, headers: encoded })).status).toBe(403);
  const read = await fetch(await store.presign(new GetObjectCommand(at('encoded'))));
  expect(Buffer.from(await read.arrayBuffer())).toEqual(body);
});

test('metadata that a presigner moved into the query is stored', async () => {
  const url = await store.presign(new PutObjectCommand({ ...at('hoisted'), Metadata: { coffer: 'value' } }));
  expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200);
  expect(await store.client.send(new HeadObjectCommand(at('hoisted')))).toMatchObject({
    Metadata: { coffer: 'value' },
  });
});

test('unsupported S3 requests are rejected as such, never misinterpreted', async () => {
  for (const query of ['acl', 'versionId=1', 'policy', 'retention', 'legal-hold', 'torrent', 'restore']) {
    const { url } = await rawPresigned('GET', `/${BUCKET}/bound`, query);
    expect(await codeOf(await fetch(url))).toBe('NotImplemented');
  }
  for (const more of [
    { ServerSideEncryption: 'AES256' as const },
    { SSECustomerAlgorithm: 'AES256', SSECustomerKey: 'a'.repeat(32) },
    { WebsiteRedirectLocation: '/x' },
    { ObjectLockLegalHoldStatus: 'ON' as const },
    { GrantRead: 'id=1' },
  ]) {
    const refused = store.client.send(new PutObjectCommand({ ...at('refused'), Body: 'x', ...more }));
    await expect(refused).rejects.toMatchObject({ name: 'NotImplemented', Header: expect.any(String) });
  }
  await store.client.send(new PutObjectCommand({ ...at('private'), Body: 'x', ACL: 'private' }));
  const acl = store.client.send(new PutObjectCommand({ ...at('copy'), Body: 'x', ACL: 'public-read' }));
  await expect(acl).rejects.toMatchObject({ name: 'NotImplemented' });
  const { url } = await rawPresigned('PATCH', `/${BUCKET}/bound`, '');
  expect(await codeOf(await fetch(url, { method: 'PATCH' }))).toBe('NotImplemented');
});

async function rawPresigned(method: string, path: string, query: string) {
  const amzDate = `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const scope = { date: amzDate.slice(0, 8), region: 'eu-central-1', service: 's3' };
  const pairs: [string, string][] = [
    ...query
      .split('&')
      .filter(Boolean)
      .map((piece): [string, string] => [piece.split('=')[0] ?? '', piece.split('=')[1] ?? '']),
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `AKTESTTESTTEST/${scope.date}/${scope.region}/s3/aws4_request`],
    ['X-Amz-Date', amzDate],
    ['X-Amz-Expires', '60'],
    ['X-Amz-SignedHeaders', 'host'],
  ];
  const canonical = canonicalRequest({
    method,
    path: encodePath(decodeURIComponent(path)),
    query: canonicalQuery(pairs),
    headers: [['host', `127.0.0.1:${store.port}`]],
    payloadHash: 'UNSIGNED-PAYLOAD',
  });
  const key = signingKey('a secret of the tests, not of anyone', scope);
  pairs.push(['X-Amz-Signature', signatureHex(key, stringToSign(amzDate, scope, canonical))]);
  const search = pairs.map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`).join('&');
  return { url: `${store.url}${path}?${search}`, target: `${path}?${search}` };
}

async function raw(text: string | Buffer, options: { readonly thenClose?: boolean } = {}): Promise<string> {
  const socket = connect(store.port, '127.0.0.1');
  const received: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('data', (data) => received.push(data));
  socket.on('error', () => undefined);
  socket.on('close', () => resolve());
  socket.write(text);
  if (options.thenClose === true) setTimeout(() => socket.destroy(), 200);
  await promise;
  return Buffer.concat(received).toString('latin1');
}

test('a path that climbs out of its bucket is only a key', async () => {
  const outside = join(dirname(store.folder), 'escaped-by-key');
  const path = `/${BUCKET}/../../../../../../../..${outside}`;
  const { target } = await rawPresigned('PUT', path, '');
  const answer = await raw(
    `PUT ${target} HTTP/1.1\r\nhost: 127.0.0.1:${store.port}\r\ncontent-length: 1\r\nconnection: close\r\n\r\nx`,
  );
  expect(answer).toContain('HTTP/1.1 200');
  await expect(access(outside)).rejects.toThrow('ENOENT');
  const names = await readdir(store.folder);
  expect(names.toSorted()).toEqual([
    'blobs',
    'buckets',
    'damaged',
    'format.json',
    'index',
    'lock',
    'meta',
    'uploads',
  ]);
});

test('malformed requests are rejected', async () => {
  const host = `host: 127.0.0.1:${store.port}\r\nconnection: close\r\n`;
  expect(await raw(`GET /${BUCKET}/%zz HTTP/1.1\r\n${host}\r\n`)).toContain('InvalidURI');
  expect(await raw(`GET /${BUCKET}/%ff HTTP/1.1\r\n${host}\r\n`)).toContain('InvalidURI');
  expect(await raw(`GET /${BUCKET}/${'k'.repeat(1025)} HTTP/1.1\r\n${host}\r\n`)).toContain(
    'KeyTooLongError',
  );
  expect(await raw(`GET /UPPER/k HTTP/1.1\r\n${host}\r\n`)).toContain('InvalidBucketName');
  expect(await raw(`GET /..%2f..%2fetc/k HTTP/1.1\r\n${host}\r\n`)).toContain('InvalidBucketName');
  expect(await raw(`GET // HTTP/1.1\r\n${host}\r\n`)).toContain('AccessDenied');
  expect(await raw(`GET / HTTP/1.1\r\n${host}a: ${'x'.repeat(20_000)}\r\n\r\n`)).toContain('HTTP/1.1 431');
  expect(await raw('no http at all\r\n\r\n')).toContain('HTTP/1.1 400');
  const smuggled = `PUT /x HTTP/1.1\r\n${host}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`;
  expect(await raw(smuggled)).toContain('HTTP/1.1 400');
});

test('a body without a length is rejected, and one above the limit before it is read', async () => {
  const { target } = await rawPresigned('PUT', `/${BUCKET}/length`, '');
  const head = `PUT ${target} HTTP/1.1\r\nhost: 127.0.0.1:${store.port}\r\nconnection: close\r\n`;
  expect(await raw(`${head}transfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`)).toContain(
    'MissingContentLength',
  );
  expect(await raw(`${head}content-length: 5368709121\r\n\r\nx`)).toContain('EntityTooLarge');
  const waiting = await raw(`${head}content-length: 5368709121\r\nexpect: 100-continue\r\n\r\n`);
  expect(waiting).toContain('EntityTooLarge');
  expect(waiting).not.toContain('100 Continue');
  expect(await raw(`${head}content-length: 1\r\nexpect: 100-continue\r\n\r\nx`)).toContain(
    'HTTP/1.1 100 Continue',
  );
});

test('if a client disconnects or stalls within a body, nothing is stored', async () => {
  const before = (await store.blobs()).length;
  const { target } = await rawPresigned('PUT', `/${BUCKET}/vanished`, '');
  const head = `PUT ${target} HTTP/1.1\r\nhost: 127.0.0.1:${store.port}\r\ncontent-length: 3000000\r\n\r\n`;
  const half = Buffer.concat([Buffer.from(head), bytes(2_000_000)]);
  await Promise.all([raw(half, { thenClose: true }), raw(half, { thenClose: true })]);
  await raw(half);
  await expect.poll(async () => (await store.blobs()).length).toBe(before);
  expect(await exists('vanished')).toBe(false);
  expect(store.log.filter((entry) => entry.level === 'error')).toEqual([]);
});

test('a client that disconnects while reading releases the object', async () => {
  await store.client.send(new PutObjectCommand({ ...at('half-read'), Body: bytes(20_000_000) }));
  const before = (await store.blobs()).length;
  const { target } = await rawPresigned('GET', `/${BUCKET}/half-read`, '');
  await raw(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1:${store.port}\r\n\r\n`, { thenClose: true });
  const { url } = await rawPresigned('DELETE', `/${BUCKET}/half-read`, '');
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
  await expect.poll(async () => (await store.blobs()).length).toBe(before - 1);
});

test('documents that are too large, malformed, or hostile are rejected', async () => {
  const { url } = await rawPresigned('POST', `/${BUCKET}`, 'delete');
  const post = async (body: string | Buffer) => codeOf(await fetch(url, { method: 'POST', body }));
  expect(await post(Buffer.alloc(1024 * 1024 + 1, ' '))).toBe('MaxMessageLengthExceeded');
  expect(await post('<Delete><Object><Key>a</Key></Object>')).toBe('MalformedXML');
  expect(await post('<Other/>')).toBe('MalformedXML');
  expect(await post('<Delete/>')).toBe('MalformedXML');
  const many = '<Object><Key>a</Key></Object>'.repeat(1001);
  expect(await post(`<Delete>${many}</Delete>`)).toBe('MalformedXML');
  const bomb =
    '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><Delete><Object><Key>&b;</Key></Object></Delete>';
  expect(await post(bomb)).toBe('MalformedXML');
  const file =
    '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><Delete><Object><Key>&a;</Key></Object></Delete>';
  expect(await post(file)).toBe('MalformedXML');
  const versioned = '<Delete><Object><Key>a</Key><VersionId>1</VersionId></Object></Delete>';
  expect(await post(versioned)).toBe('NotImplemented');
});

test('a signed payload hash must match the payload', async () => {
  const body = Buffer.from('the body');
  const command = new PutObjectCommand({ ...at('hash'), Body: body });
  command.middlewareStack.add(
    (next) => (args) => {
      Object.assign(args.request as object, { body: Buffer.from('the BODY') });
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'tamper' },
  );
  const client = store.clientWith({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  await expect(client.send(command)).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
  expect(await exists('hash')).toBe(false);
});

test('the log contains neither keys nor signatures', async () => {
  const text = JSON.stringify(store.log);
  expect(store.log.length).toBeGreaterThan(20);
  for (const secret of ['half-read', 'page.html', 'X-Amz', 'a secret of the tests', 'AKTEST'])
    expect(text).not.toContain(secret);
});
