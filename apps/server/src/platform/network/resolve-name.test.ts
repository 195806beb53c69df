import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardedPost } from './guarded-post.ts';
import { createResolveName } from './resolve-name.ts';

/** Knows only the addresses of `known.test`. Never answers for `silent.test` and names below it. */
const nameServer = createSocket('udp4', (query, from) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join('.').toLowerCase();
  if (name.endsWith('silent.test')) return;
  const isKnown = name === 'known.test';
  const isAnswered = isKnown && query.readUInt16BE(at + 1) === 1;
  const head = [0x81, isKnown ? 0x80 : 0x83, 0, 1, 0, isAnswered ? 1 : 0, 0, 0, 0, 0];
  const answer = isAnswered ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1] : [];
  const parts = [query.subarray(0, 2), Buffer.from(head), query.subarray(12, at + 5), Buffer.from(answer)];
  nameServer.send(Buffer.concat(parts), from.port, from.address);
});
let servers: readonly string[] = [];
beforeAll(async () => {
  await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve));
  servers = [`127.0.0.1:${nameServer.address().port}`];
});
afterAll(() => {
  nameServer.close();
});

const MESSAGE = { headers: {}, body: '{}' };
const guarded = (isSystemAsked: boolean) =>
  createGuardedPost({
    allowed: ['127.0.0.1', '::1'],
    timeLimitMs: 2_000,
    answerMaxBytes: 64,
    resolve: createResolveName({ isSystemAsked, servers }),
  });

test('names that never resolve take neither the time nor the threads of others', async () => {
  await using receiver = createServer((_request, response) => response.end('ok'));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const { post } = guarded(true);
  const silent = Array.from(
    { length: 16 },
    async (_, each) => await post(`https://${each}.silent.test/`, MESSAGE),
  );
  const startMs = performance.now();
  expect(await post(`http://known.test:${port}/`, MESSAGE)).toMatchObject({ ok: true });
  expect(await post(`http://localhost:${port}/`, MESSAGE)).toMatchObject({ ok: true });
  await lookup('localhost');
  expect(performance.now() - startMs).toBeLessThan(2_000);
  expect(new Set((await Promise.all(silent)).map((sent) => !sent.ok && sent.error))).toEqual(
    new Set(['timeout']),
  );
});

test('an unknown name is one, and the system is asked only where the operator names networks', async () => {
  expect(await guarded(false).post('https://none.test/', MESSAGE)).toEqual({
    ok: false,
    error: 'name_unknown',
  });
  const { signal } = new AbortController();
  const system = createResolveName({ isSystemAsked: true, servers });
  expect(await system('localhost', signal)).toContain('127.0.0.1');
  await expect(
    createResolveName({ isSystemAsked: false, servers })('localhost', signal),
  ).rejects.toMatchObject({
    code: 'ENOTFOUND',
  });
  await expect(system('1.silent.test', signal)).rejects.toMatchObject({ code: 'ETIMEOUT' });
  await expect(system('localhost', AbortSignal.abort())).rejects.toThrow('aborted');
}, 20_000);
