// The contract of every object store. Runs against the embedded store and the stores in `COFFER_TEST_S3`.
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Result } from '@coffer/kit';
import type { Blobs, PartDigest, SignedRequest, StoredObject } from './blobs.ts';

const PART_BYTES = 5 * 1024 * 1024;

export interface BlobsUnderTest {
  readonly blobs: Blobs;
  readonly corsOrigin: string | undefined;
}

export function blobsContract(name: string, open: () => BlobsUnderTest): void {
  describe(`object store: ${name}`, () => {
    test('a file in one request is returned byte for byte, with name and type', async () => {
      const { blobs } = open();
      const key = newKey(blobs);
      const bytes = Buffer.from('Grüße aus der Küche');
      expect(await send(await signedPut(blobs, key, bytes), bytes)).toBe(200);
      const head = valueOf(await blobs.head(key));
      expect(head).toMatchObject({ sizeBytes: bytes.length });
      expect(checksumIn(blobs, head?.sha256)).toBe(checksumIn(blobs, digestOf(bytes).sha256));
      const answer = await get(blobs, { key, name: 'Grüße "x"\n.txt', mediaType: 'text/html' });
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toBe(
        `inline; filename="Gr__e _x__.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%22x%22%0A.txt`,
      );
      valueOf(await blobs.remove(key));
    });

    test('an empty file is valid', async () => {
      const { blobs } = open();
      const key = newKey(blobs);
      const nothing = Buffer.alloc(0);
      expect(await send(await signedPut(blobs, key, nothing), nothing)).toBe(200);
      expect(valueOf(await blobs.head(key))?.sizeBytes).toBe(0);
      valueOf(await blobs.remove(key));
    });

    test('a signed upload takes neither other bytes nor another length, type or name', async () => {
      const { blobs } = open();
      const key = newKey(blobs);
      const bytes = Buffer.from('right');
      const signed = await signedPut(blobs, key, bytes);
      const wrong = blobs.integrity === 3 ? 400 : await send(signed, Buffer.from('wrong'));
      expect(wrong).toBeGreaterThanOrEqual(400);
      expect(await send(signed, Buffer.from('right and more'))).toBeGreaterThanOrEqual(400);
      expect(await send(withHeader(signed, 'content-type', 'text/html'), bytes)).toBe(403);
      expect(await send(withHeader(signed, 'x-amz-meta-name', 'other'), bytes)).toBe(403);
      // MinIO returns 400.
      expect([400, 403]).toContain(await send({ ...signed, headers: {} }, bytes));
      expect(await send({ ...signed, url: signed.url.replace(key, `${key}0`) }, bytes)).toBe(403);
      expect(valueOf(await blobs.head(key))).toBeUndefined();
    });

    test('a multipart file: out of order, one part sent twice, listed, assembled, and found by a repeated call', async () => {
      const { blobs } = open();
      const key = newKey(blobs);
      const parts = [randomPart(1), randomPart(2), Buffer.from('the end')];
      const providerUploadId = await openMultipart(blobs, key);
      const where = { key, providerUploadId };
      for (const number of [3, 1, 2, 1]) {
        const bytes = parts[number - 1] ?? Buffer.alloc(0);
        const signed = blobs.signPart({ ...where, number, part: digestOf(bytes) });
        expect(await send(signed, bytes)).toBe(200);
      }
      const listed = valueOf(await blobs.listParts(where)) ?? [];
      expect(listed.map((part) => [part.number, part.sizeBytes])).toEqual([
        [1, PART_BYTES],
        [2, PART_BYTES],
        [3, 7],
      ]);
      const declared = listed.map((part, index) => ({
        number: part.number,
        etag: part.etag,
        sha256: digestOf(parts[index] ?? Buffer.alloc(0)).sha256,
      }));
      const checksums = declared.map((part) => part.sha256);
      expect(listed.map((part) => checksumIn(blobs, part.sha256))).toEqual(
        checksums.map((sha256) => checksumIn(blobs, sha256)),
      );
      valueOf(await blobs.completeMultipart({ ...where, parts: declared }));
      const head = valueOf(await blobs.head(key));
      expect(head?.sizeBytes).toBe(2 * PART_BYTES + 7);
      expect(checksumIn(blobs, head?.sha256)).toBe(checksumIn(blobs, compositeOf(checksums)));
      expect(valueOf(await blobs.listParts(where))).toBeUndefined();
      const answer = await get(blobs, { key, name: 'a.bin', mediaType: 'application/x-any' });
      expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.concat(parts))).toBe(true);
      const part = await get(blobs, { key, name: 'a.bin', mediaType: 'video/mp4' }, { range: 'bytes=2-5' });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(parts[0]?.subarray(2, 6));
      valueOf(await blobs.remove(key));
    });

    test('a form takes exactly the file that it was signed for', async (context) => {
      const { blobs, corsOrigin } = open();
      if (!blobs.takesForms) return context.skip('this store takes no forms');
      const key = newKey(blobs);
      const bytes = Buffer.from('right');
      const file = { key, part: digestOf(bytes), mediaType: 'text/plain', metadata: METADATA };
      const signed = blobs.signPost(file);
      expect((await post(signed, Buffer.from('wrong'))).status).toBe(400);
      expect((await post(signed, Buffer.from('right and more'))).status).toBe(400);
      expect((await post(signed, Buffer.from('righ'))).status).toBe(400);
      const lies = {
        key: `${key}0`,
        'content-type': 'text/html',
        'x-amz-checksum-sha256': digestOf(Buffer.from('wrong')).sha256,
        'x-amz-meta-name': 'other',
        success_action_status: '201',
      };
      for (const [field, lie] of Object.entries(lies)) {
        expect((await post(withField(signed, field, lie), bytes)).status).toBe(403);
        const fields = (signed.fields ?? []).filter(([each]) => each !== field);
        expect((await post({ ...signed, fields }, bytes)).status).toBeGreaterThanOrEqual(400);
      }
      const more = [['x-amz-meta-more', 'x'], ...(signed.fields ?? [])] as const;
      expect((await post({ ...signed, fields: more }, bytes)).status).toBe(403);
      expect(valueOf(await blobs.head(key))).toBeUndefined();

      const taken = await post(signed, bytes, corsOrigin ?? 'https://pages.example');
      expect(taken.status).toBe(200);
      expect([corsOrigin, '*', null]).toContain(taken.headers.get('access-control-allow-origin'));
      expect(valueOf(await blobs.head(key))).toMatchObject({ sizeBytes: 5, sha256: digestOf(bytes).sha256 });
      const answer = await get(blobs, { key, name: 'a.txt', mediaType: 'text/plain' });
      expect(await answer.text()).toBe('right');
      valueOf(await blobs.remove(key));
    });

    test('a part takes neither other bytes nor another length', async (context) => {
      const { blobs } = open();
      if (blobs.integrity === 3) context.skip('this store verifies nothing');
      const key = newKey(blobs);
      const providerUploadId = await openMultipart(blobs, key);
      const bytes = Buffer.from('right');
      const where = { key, providerUploadId };
      const signed = blobs.signPart({ ...where, number: 1, part: digestOf(bytes) });
      expect(await send(signed, Buffer.from('wrong'))).toBeGreaterThanOrEqual(400);
      expect(await send(signed, Buffer.from('right!'))).toBeGreaterThanOrEqual(400);
      expect(valueOf(await blobs.listParts(where))).toEqual([]);
      valueOf(await blobs.abortMultipart(where));
    });

    test('missing or different parts cannot be assembled', async () => {
      const { blobs } = open();
      const key = newKey(blobs);
      const providerUploadId = await openMultipart(blobs, key);
      const { sha256 } = digestOf(Buffer.from('x'));
      const parts = [{ number: 1, etag: '0'.repeat(32), sha256 }];
      const refused = await blobs.completeMultipart({ key, providerUploadId, parts });
      expect(refused).toMatchObject({ ok: false, error: { code: 'store_refused' } });
      valueOf(await blobs.abortMultipart({ key, providerUploadId }));
    });

    test('an aborted upload is gone, however often it is aborted', async () => {
      const { blobs } = open();
      const key = newKey(blobs);
      const providerUploadId = await openMultipart(blobs, key);
      const where = { key, providerUploadId };
      const bytes = Buffer.from('part');
      await send(blobs.signPart({ ...where, number: 1, part: digestOf(bytes) }), bytes);
      valueOf(await blobs.abortMultipart(where));
      valueOf(await blobs.abortMultipart(where));
      expect(valueOf(await blobs.listParts(where))).toBeUndefined();
      expect(valueOf(await blobs.head(key))).toBeUndefined();
    });

    test('everything is listed once, in order, by pages, unfinished uploads too', async () => {
      const { blobs } = open();
      const keys = Array.from({ length: 5 }, () => newKey(blobs)).toSorted();
      for (const key of keys) {
        expect(await send(await signedPut(blobs, key, Buffer.from('listed')), Buffer.from('listed'))).toBe(
          200,
        );
      }
      const listed: StoredObject[] = [];
      let after: string | undefined;
      do {
        const page = valueOf(await blobs.listObjects({ after, limit: 2 }));
        expect(page.objects.length).toBeLessThanOrEqual(2);
        listed.push(...page.objects);
        after = page.next;
      } while (after !== undefined);
      const found = listed.filter(({ key }) => keys.includes(key));
      expect(found.map(({ key, sizeBytes }) => [key, sizeBytes])).toEqual(keys.map((key) => [key, 6]));
      expect(listed.map(({ key }) => key)).toEqual(listed.map(({ key }) => key).toSorted());
      const key = newKey(blobs);
      const providerUploadId = await openMultipart(blobs, key);
      const isListed = async () =>
        valueOf(await blobs.listUploads({ after: undefined })).uploads.some(
          (upload) => upload.key === key && upload.providerUploadId === providerUploadId,
        );
      expect(await isListed()).toBe(true);
      valueOf(await blobs.abortMultipart({ key, providerUploadId }));
      expect(await isListed()).toBe(false);
      for (const each of keys) valueOf(await blobs.remove(each));
    });

    test('removing a missing object succeeds', async () => {
      const { blobs } = open();
      valueOf(await blobs.remove(newKey(blobs)));
      expect(valueOf(await blobs.ping())).toBeUndefined();
    });

    test('pages of the application may upload and read ETag and checksum, others may not', async (context) => {
      const { blobs, corsOrigin } = open();
      if (corsOrigin === undefined) return context.skip('CORS is set up elsewhere');
      const signed = await signedPut(blobs, newKey(blobs), Buffer.from('x'));
      const preflight = async (origin: string): Promise<Response> =>
        await fetch(signed.url, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'PUT',
            'access-control-request-headers': Object.keys(signed.headers).join(','),
          },
        });
      const allowed = await preflight(corsOrigin);
      expect(allowed.ok).toBe(true);
      expect([corsOrigin, '*']).toContain(allowed.headers.get('access-control-allow-origin'));
      const other = await preflight('https://elsewhere.example');
      expect(other.headers.get('access-control-allow-origin')).toBeNull();
      const put = await fetch(signed.url, {
        method: 'PUT',
        headers: { ...signed.headers, origin: corsOrigin },
        body: 'x',
      });
      expect(put.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('etag');
    });
  });
}

/** The SHA-256 to expect: only a store of level 1 has to return it. */
function checksumIn(blobs: Blobs, sha256: string | undefined): string | undefined {
  return blobs.integrity === 1 ? sha256 : 'not reported';
}

function newKey(blobs: Blobs): string {
  return blobs.keyFor(randomUUID());
}

async function signedPut(blobs: Blobs, key: string, bytes: Buffer): Promise<SignedRequest> {
  return blobs.signPut({ key, part: digestOf(bytes), mediaType: 'text/plain', metadata: METADATA });
}

async function openMultipart(blobs: Blobs, key: string): Promise<string> {
  const created = await blobs.createMultipart({ key, mediaType: 'text/plain', metadata: METADATA });
  return valueOf(created).providerUploadId;
}

async function send(signed: SignedRequest, bytes: Buffer): Promise<number> {
  const answer = await fetch(signed.url, {
    method: 'PUT',
    headers: signed.headers,
    body: new Uint8Array(bytes),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function post(signed: SignedRequest, bytes: Buffer, origin?: string): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of signed.fields ?? []) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]));
  const headers = origin === undefined ? {} : { origin };
  const answer = await fetch(signed.url, { method: 'POST', headers, body: form });
  await answer.arrayBuffer();
  return answer;
}

function withField(signed: SignedRequest, name: string, value: string): SignedRequest {
  const fields = (signed.fields ?? []).map(([each, text]) => [each, each === name ? value : text] as const);
  return { ...signed, fields };
}

async function get(
  blobs: Blobs,
  file: { readonly key: string; readonly name: string; readonly mediaType: string },
  headers: Record<string, string> = {},
): Promise<Response> {
  const signed = blobs.signGet({ ...file, disposition: 'inline', lifeMs: 60_000 });
  return await fetch(signed.url, { headers });
}

function withHeader(signed: SignedRequest, name: string, value: string): SignedRequest {
  return { ...signed, headers: { ...signed.headers, [name]: value } };
}

function randomPart(fill: number): Buffer {
  return Buffer.alloc(PART_BYTES, fill);
}

function digestOf(bytes: Buffer): PartDigest {
  return {
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('base64'),
    md5: createHash('md5').update(bytes).digest('base64'),
  };
}

function compositeOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(Buffer.from(part, 'base64'));
  return `${hash.digest('base64')}-${parts.length}`;
}

function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

const METADATA = {
  spaceId: randomUUID(),
  nodeId: randomUUID(),
  versionId: randomUUID(),
  parentId: randomUUID(),
  name: 'Straße; "x"\u00a0ὅ.txt',
  authorId: randomUUID(),
  at: new Date(),
};
