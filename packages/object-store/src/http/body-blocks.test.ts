import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MIB } from '@coffer/kit';
import { afterEach, expect, test, vi } from 'vitest';
import { BlockPool } from '../disk/blobs/block-pool.ts';
import { BLOCK_BYTES } from '../disk/blobs/block-sums.ts';
import { BodyBlocks } from './body-blocks.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function serverOf(
  serve: (incoming: IncomingMessage, blocks: BodyBlocks) => Promise<void>,
  pool?: BlockPool,
) {
  const served: Promise<void>[] = [];
  const server = createServer((incoming, outgoing) => {
    const blocks = new BodyBlocks(incoming, () => undefined, pool);
    served.push(serve(incoming, blocks).finally(() => outgoing.end()));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  cleanups.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const options: RequestOptions = { host: '127.0.0.1', port: address.port, method: 'PUT' };
  const send = async (body: Buffer): Promise<void> => {
    const outgoing = request({ ...options, headers: { 'content-length': body.length } });
    const answered = Promise.withResolvers<IncomingMessage>();
    outgoing.once('response', answered.resolve).once('error', answered.reject);
    outgoing.end(body);
    for await (const _ of await answered.promise);
  };
  return { options, send, served };
}

test.each([BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCK_BYTES, 4 * BLOCK_BYTES + 77])(
  'a body of %i bytes arrives in full blocks and a rest',
  async (size) => {
    const lengths: number[] = [];
    const pieces: Buffer[] = [];
    const { send } = await serverOf(async (_, blocks) => {
      for await (const bytes of blocks.read()) {
        lengths.push(bytes.length);
        pieces.push(Buffer.from(bytes));
        blocks.release(bytes);
      }
    });
    const body = randomBytes(size);
    await send(body);
    expect(Buffer.concat(pieces).equals(body)).toBe(true);
    const rest = size % BLOCK_BYTES;
    const whole = Array.from({ length: Math.floor(size / BLOCK_BYTES) }, () => BLOCK_BYTES);
    expect(lengths).toEqual(rest === 0 ? whole : [...whole, rest]);
  },
);

test('a released block is reused, once, and only as a whole', async () => {
  const bodies = Array.from({ length: 4 }, () => randomBytes(6 * BLOCK_BYTES));
  const wrong: number[] = [];
  const { send } = await serverOf(async (_, blocks) => {
    const kept: Uint8Array[] = [];
    let count = 0;
    for await (const bytes of blocks.read()) {
      count += 1;
      blocks.release(bytes.subarray(0));
      if (count <= 2) {
        blocks.release(bytes);
        blocks.release(bytes);
      } else kept.push(bytes);
      await sleep(5);
    }
    const tail = Buffer.concat(kept);
    if (!bodies.some((body) => body.subarray(2 * BLOCK_BYTES).equals(tail))) wrong.push(tail.length);
  });
  await Promise.all(bodies.map(send));
  await Promise.all(bodies.map(send));
  expect(wrong).toEqual([]);
});

test('a slow reader applies backpressure to the sender, and still gets everything', async () => {
  const go = Promise.withResolvers<void>();
  const first = Promise.withResolvers<IncomingMessage>();
  const pieces: Buffer[] = [];
  const { send } = await serverOf(async (incoming, blocks) => {
    for await (const bytes of blocks.read()) {
      first.resolve(incoming);
      await go.promise;
      pieces.push(Buffer.from(bytes));
      blocks.release(bytes);
    }
  });
  const body = randomBytes(64 * MIB);
  const sent = send(body);
  const { socket } = await first.promise;
  await sleep(300);
  expect(socket.bytesRead).toBeLessThan(4 * BLOCK_BYTES);
  go.resolve();
  await sent;
  expect(Buffer.concat(pieces).equals(body)).toBe(true);
});

test('a disconnected sender ends the reading, also between reads', async () => {
  const begun = Promise.withResolvers<void>();
  const ends: string[] = [];
  const { options, served } = await serverOf(async (incoming, blocks) => {
    try {
      for await (const bytes of blocks.read()) {
        blocks.release(bytes);
        begun.resolve();
        await sleep(50);
      }
      ends.push(incoming.complete ? 'whole' : 'cut');
    } catch {
      ends.push('failed');
    }
  });
  const outgoing = request({ ...options, headers: { 'content-length': 8 * BLOCK_BYTES } });
  outgoing.on('error', () => undefined);
  outgoing.write(randomBytes(2 * BLOCK_BYTES + 5));
  await begun.promise;
  outgoing.destroy();
  await Promise.all(served);
  expect(ends).toEqual(['failed']);
});

test('an unread body does not block the connection', async () => {
  const { send } = await serverOf(async (incoming, blocks) => {
    for await (const bytes of blocks.read()) {
      blocks.release(bytes);
      break;
    }
    if (!incoming.complete) await new Promise((resolve) => incoming.once('end', resolve));
  });
  await expect(send(randomBytes(12 * BLOCK_BYTES))).resolves.toBeUndefined();
});

test('many bodies that wait for the store hold one block each and a limited number together', async () => {
  const allocations = vi.spyOn(Buffer, 'allocUnsafeSlow');
  cleanups.push(() => allocations.mockRestore());
  const count = 150;
  const body = randomBytes(5 * BLOCK_BYTES);
  const go = Promise.withResolvers<void>();
  const waiting = new Set<IncomingMessage>();
  let received = 0;
  const { send, served } = await serverOf(async (incoming, blocks) => {
    for await (const bytes of blocks.read()) {
      waiting.add(incoming);
      await go.promise;
      received += bytes.length;
      blocks.release(bytes);
    }
  });
  const sent = Array.from({ length: count }, () => send(body));
  for (const each of sent) each.catch(() => undefined);
  await expect
    .poll(() => [...waiting].filter((each) => each.isPaused()), { timeout: 60_000 })
    .toHaveLength(count);
  const blocks = allocations.mock.calls.filter(([size]) => size === BLOCK_BYTES);
  expect(blocks.length).toBeLessThanOrEqual(count + 128);
  go.resolve();
  await Promise.all([...sent, ...served]);
  expect(received).toBe(count * body.length);
}, 600_000);

test.each([2 * BLOCK_BYTES, 3 * BLOCK_BYTES + 77])(
  'a body of %i bytes arrives completely if no second block is available',
  async (size) => {
    const pieces: Buffer[] = [];
    const { send } = await serverOf(async (_, blocks) => {
      for await (const bytes of blocks.read()) {
        pieces.push(Buffer.from(bytes));
        await sleep(5);
        blocks.release(bytes);
      }
    }, new BlockPool(0));
    const body = randomBytes(size);
    await send(body);
    expect(Buffer.concat(pieces).equals(body)).toBe(true);
  },
);
