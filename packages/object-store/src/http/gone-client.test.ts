import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { BodyBlocks } from './body-blocks.ts';
import { BodyPieces } from './body-pieces.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function abandoned(length: number, sent: number): Promise<IncomingMessage> {
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ port, method: 'PUT', headers: { 'content-length': length } });
  outgoing.on('error', () => undefined);
  const arrived = once(server, 'request');
  outgoing.write(Buffer.alloc(sent));
  const [incoming]: IncomingMessage[] = await arrived;
  if (incoming === undefined) throw new Error('no request');
  incoming.on('error', () => undefined);
  await expect.poll(() => incoming.complete || sent < length).toBe(true);
  outgoing.destroy();
  await expect.poll(() => incoming.closed).toBe(true);
  return incoming;
}

async function readAll(body: BodyPieces | BodyBlocks): Promise<number> {
  let received = 0;
  for await (const piece of body.read()) received += piece.length;
  return received;
}

test.each([
  ['all', 20],
  ['half', 10],
])('a client that disconnected after %s of a body is not waited for', async (_, sent) => {
  const bodies = [
    new BodyPieces(await abandoned(20, sent)),
    new BodyBlocks(await abandoned(20, sent), () => undefined),
  ];
  for (const body of bodies) await expect(readAll(body)).rejects.toThrow(/aborted|closed|hang up|ECONNRESET/);
});
