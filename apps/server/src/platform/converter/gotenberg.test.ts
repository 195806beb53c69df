import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createGotenberg } from './gotenberg.ts';

const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Starts a service that speaks the protocol. The test decides its responses. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<string> {
  const server = createServer((request, response) => void answer(request, response));
  servers.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of request) if (part instanceof Uint8Array) parts.push(part);
  return Buffer.concat(parts);
}

const file = (content = 'office bytes', extension = 'docx') => ({
  extension,
  sizeBytes: content.length,
  bytes: (async function* read() {
    yield await Promise.resolve(Buffer.from(content));
  })(),
});

test('a file is sent as a form without its name, and the document is returned', async () => {
  const seen = Promise.withResolvers<{ url: string | undefined; form: FormData }>();
  const origin = await serve(async (request, response) => {
    const body = await bodyOf(request);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    seen.resolve({
      url: request.url,
      form: await new Response(new Uint8Array(body), { headers }).formData(),
    });
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7 pages');
  });
  const answer = await createGotenberg({ origin }).convert(file());
  expect(answer).toEqual({ ok: true, value: Buffer.from('%PDF-1.7 pages') });
  const { url, form } = await seen.promise;
  expect(url).toBe('/forms/libreoffice/convert');
  const sent = form.get('files');
  if (!(sent instanceof File)) throw new Error('no file was sent');
  expect([sent.name, await sent.text()]).toEqual(['document.docx', 'office bytes']);
});

test.each([
  [400, 'unreadable'],
  [413, 'unreadable'],
  [302, 'unavailable'],
  [404, 'unavailable'],
  [429, 'unavailable'],
  [503, 'unavailable'],
])('the answer %i means %s', async (status, code) => {
  let elsewhere = 0;
  const origin = await serve(async (request, response) => {
    await bodyOf(request);
    if (request.url !== '/forms/libreoffice/convert') elsewhere += 1;
    response.writeHead(status, { location: `${origin}/secret` }).end();
  });
  expect(await createGotenberg({ origin }).convert(file())).toMatchObject({ ok: false, error: { code } });
  expect(elsewhere).toBe(0);
});

test('no document, a too large one, a late one and none at all are rejected', async () => {
  const page = await serve((_, response) => void response.end('<html>'));
  expect(await createGotenberg({ origin: page }).convert(file())).toMatchObject({
    error: { code: 'unreadable' },
  });
  const endless = await serve((_, response) => void response.end(`%PDF-${'x'.repeat(5_000)}`));
  expect(await createGotenberg({ origin: endless, answerBytesMax: 1_000 }).convert(file())).toMatchObject({
    error: { code: 'unreadable', reason: 'the document is too large' },
  });
  const silent = await serve(() => undefined);
  expect(await createGotenberg({ origin: silent, timeLimitMs: 50 }).convert(file())).toMatchObject({
    error: { code: 'unavailable', reason: 'it took too long' },
  });
  expect(await createGotenberg({ origin: 'http://127.0.0.1:9' }).convert(file())).toMatchObject({
    error: { code: 'unavailable' },
  });
});

async function* breaking(): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from('office'));
  throw new Error('the connection broke');
}

test('a broken connection to the store says nothing about the file', async () => {
  const origin = await serve(async (request, response) => {
    await bodyOf(request).catch(() => undefined);
    response.end();
  });
  const broken = { ...file(), bytes: breaking() };
  expect(await createGotenberg({ origin }).convert(broken)).toEqual({
    ok: false,
    error: { code: 'source_failed' },
  });
});
