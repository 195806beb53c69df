import { connect } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@coffer/contracts';
import { HOUR_MS } from '@coffer/kit';
import { afterEach, expect, test } from 'vitest';
import { type Listener, listen } from './listen.ts';

const open: Listener[] = [];
afterEach(async () => {
  for (const listener of open.splice(0)) await listener.close(0);
});

async function start(options: Partial<Parameters<typeof listen>[0]> = {}): Promise<Listener> {
  const listener = await listen({ host: '127.0.0.1', port: 0, ...options });
  if (!listener.ok) throw new Error(listener.error.code);
  open.push(listener.value);
  return listener.value;
}

test('without an application it answers that it is starting', async () => {
  const listener = await start();
  const { port } = listener;
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  const early = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2']);
  listener.serve((_, env) => new Response(env.incoming?.socket?.remoteAddress));
  expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).text()).toBe('127.0.0.1');
});

test('a taken port and an unavailable address are distinguished', async () => {
  const { port } = await start();
  expect(await listen({ host: '127.0.0.1', port })).toEqual({ ok: false, error: { code: 'port_taken' } });
  // The last one is a link-local address without its interface.
  for (const host of ['192.0.2.1', 'fe80::1']) {
    expect(await listen({ host, port: 0 })).toEqual({ ok: false, error: { code: 'host_unknown' } });
  }
});

test('closing lets a running request end, takes no new one, and does not wait for idle connections', async () => {
  const listener = await start();
  const gate = Promise.withResolvers<Response>();
  const entered = Promise.withResolvers<void>();
  listener.serve((request) => {
    if (!request.url.endsWith('/slow')) return new Response('quick');
    entered.resolve();
    return gate.promise;
  });
  const idle = connect(listener.port, '127.0.0.1');
  await once(idle, 'connect');
  await (await fetch(`http://127.0.0.1:${listener.port}/kept-alive`)).text();
  const slow = fetch(`http://127.0.0.1:${listener.port}/slow`);
  await entered.promise;
  const closing = listener.close(HOUR_MS);
  await sleep(100);
  await expect(fetch(`http://127.0.0.1:${listener.port}/late`)).rejects.toThrow('fetch failed');
  gate.resolve(new Response('done'));
  expect(await (await slow).text()).toBe('done');
  idle.destroy();
  await closing;
});

test('closing cuts off a request that takes longer than the grace', async () => {
  const listener = await start();
  const entered = Promise.withResolvers<void>();
  listener.serve(async () => {
    entered.resolve();
    return await new Promise<Response>(() => undefined);
  });
  const stuck = fetch(`http://127.0.0.1:${listener.port}/`).catch((error: unknown) => error);
  await entered.promise;
  await listener.close(200);
  expect(await stuck).toBeInstanceOf(TypeError);
});

test('bytes on the wire are counted, of open and of closed connections', async () => {
  const listener = await start();
  listener.serve(async (request) => new Response('y'.repeat((await request.text()).length)));
  const body = 'x'.repeat(100_000);
  for (const connection of ['close', 'keep-alive']) {
    await (
      await fetch(`http://127.0.0.1:${listener.port}/`, { method: 'POST', body, headers: { connection } })
    ).text();
  }
  expect(listener.bytesRead()).toBeGreaterThan(200_000);
  expect(listener.bytesRead()).toBeLessThan(203_000);
  expect(listener.bytesWritten()).toBeGreaterThan(200_000);
  expect(listener.bytesWritten()).toBeLessThan(203_000);
});

test('a body that is refused half-way does not stop the next request', async () => {
  const listener = await start();
  listener.serve((request) => new Response('no', { status: request.method === 'POST' ? 413 : 200 }));
  const refused = await fetch(`http://127.0.0.1:${listener.port}/`, {
    method: 'POST',
    body: 'x'.repeat(5_000_000),
  });
  expect(refused.status).toBe(413);
  expect((await fetch(`http://127.0.0.1:${listener.port}/`)).status).toBe(200);
});

test.each([
  [`GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431, 'headers_too_large'],
  ['GET / HTTP/1.1\r\nHost: localhost\r\nno header\r\n\r\n', 400, 'invalid_request'],
])('a malformed request is answered with a problem too', async (request, status, code) => {
  const listener = await start();
  const socket = connect(listener.port, '127.0.0.1');
  socket.end(request);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  expect(head.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(body)}`);
  expect(Problem.parse(JSON.parse(body))).toMatchObject({ status, code });
});

test('a body that takes too long is answered, unless its path accepts long bodies', async () => {
  const listener = await start({ requestMs: 300, acceptsLongBody: (path) => path === '/long' });
  listener.serve(async (request) => new Response(await request.text()));
  const slow = async (path: string): Promise<string> => {
    const socket = connect(listener.port, '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\na`,
    );
    setTimeout(() => socket.end('b'), 900);
    return (await text(socket)).slice(0, 12);
  };
  expect(await Promise.all([slow('/'), slow('/long')])).toEqual(['HTTP/1.1 408', 'HTTP/1.1 200']);
});

test('a request that waits for its turn is not ended, whether its body has arrived or not', async () => {
  const times = { requestMs: 800, silenceMs: 800 };
  const listener = await start({ ...times, acceptsLongBody: (path) => path.startsWith('/long') });
  listener.serve(async (request) => {
    await sleep(2_000);
    return new Response(`${(await request.text()).length}`);
  });
  const answer = async (path: string, sizeBytes: number, sentBytes = sizeBytes): Promise<string> => {
    const socket = connect(listener.port, '127.0.0.1');
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${sizeBytes}\r\n\r\n`;
    socket.write(`${head}${'x'.repeat(sentBytes)}`);
    return (await text(socket)).slice(0, 12);
  };
  const paths = ['/', '/long'];
  const sizes = [0, 2, 1_000_000];
  const whole = paths.flatMap((path) => sizes.map(async (size) => await answer(path, size)));
  expect(new Set(await Promise.all(whole))).toEqual(new Set(['HTTP/1.1 200']));
  const broken = paths.map(async (path) => await answer(path, 2, 1));
  expect(await Promise.all(broken)).toEqual(['HTTP/1.1 408', 'HTTP/1.1 408']);
});

test('a client that waits with its body is asked at once, or when the handler of a long body reads it', async () => {
  const listener = await start({ acceptsLongBody: (path) => path.startsWith('/long') });
  listener.serve(async (request, { askForBody }) => {
    if (request.url.endsWith('/refused')) return new Response(null, { status: 507 });
    askForBody?.();
    return new Response(await request.text());
  });
  const first = async (path: string): Promise<string> => {
    const socket = connect(listener.port, '127.0.0.1');
    socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n`,
    );
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return chunk.toString().slice(0, 12);
  };
  expect([await first('/'), await first('/long'), await first('/long/refused')]).toEqual([
    'HTTP/1.1 100',
    'HTTP/1.1 100',
    'HTTP/1.1 507',
  ]);
});
