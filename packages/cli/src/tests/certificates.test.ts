import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { SignedPart } from '@coffer/contracts';
import { startTlsFront, type TlsFront } from '@coffer/user-pool/testing/tls-front';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../api/client.ts';
import { readBytes } from '../download/read-bytes.ts';
import { sendToStore } from '../upload/send-to-store.ts';
import { quietContext } from './quiet-context.world.ts';

let front: TlsFront;

beforeAll(async () => {
  front = await startTlsFront();
});
afterAll(async () => {
  await front.close();
});

const part = (url: string, more: Partial<SignedPart> = {}): SignedPart =>
  ({
    number: 1,
    method: 'PUT',
    url,
    headers: {},
    expiresAt: '2026-11-28T00:00:00.000Z',
    ...more,
  }) as SignedPart;

async function send(signed: SignedPart): Promise<void> {
  const options = { signal: AbortSignal.timeout(20_000), onBytes: () => undefined };
  await sendToStore(signed, Buffer.from('bytes'), options);
}

const client = (server: string) =>
  createClient({ server, token: 'coffer_x', signal: AbortSignal.timeout(20_000) });

test('a certificate that is not trusted is named at once, for uploads, downloads and calls', async () => {
  const untrusted = {
    code: 'store_untrusted',
    exitCode: 69,
    message: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  };
  await expect(send(part(front.url))).rejects.toMatchObject(untrusted);
  await expect(send(part(front.url, { method: 'POST', fields: [] }))).rejects.toMatchObject(untrusted);
  // Valid for localhost only.
  const otherName = part(front.url.replace('localhost', '127.0.0.1'));
  await expect(send(otherName)).rejects.toMatchObject(untrusted);
  const content = { url: front.url, sizeBytes: 1, signedAtMs: Date.now() } as Parameters<typeof readBytes>[1];
  const bytes = readBytes(quietContext(client(front.url), ''), content, 0);
  await expect(bytes.next()).rejects.toMatchObject(untrusted);
  await expect(client(front.url).call('listSpaces')).rejects.toMatchObject({
    ...untrusted,
    code: 'server_untrusted',
  });
});

test('a store that does not speak HTTP counts as unreachable', async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined).end('220 mail\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(send(part(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({ code: 'store_unreachable' });
  server.close();
});
