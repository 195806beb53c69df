import { createServer } from 'node:http';
import { type AddressInfo, createServer as createRawServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createGuardedPost } from './guarded-post.ts';
import { visit } from './probe-url.ts';
import { createAddressRule, isLoopback } from './public-address.ts';

const INTERNAL = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::169.254.169.254',
  '64:ff9b::7f00:1',
  '64:ff9b:1::10.0.0.1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%1',
  'fec0::1',
  'ff02::1',
  'not an address',
  '',
];
const PUBLIC = [
  '1.1.1.1',
  '93.184.216.34',
  '172.32.0.1',
  '2606:4700::1111',
  '64:ff9b::1.1.1.1',
  '::ffff:1.1.1.1',
];

test('only addresses of the public Internet pass, however they are written', () => {
  const isAllowed = createAddressRule([]);
  expect(INTERNAL.filter(isAllowed)).toEqual([]);
  expect(PUBLIC.filter((address) => !isAllowed(address))).toEqual([]);
});

test('what the operator names passes, and nothing beside it', () => {
  const isAllowed = createAddressRule(['10.1.0.0/16', '::1', 'fd12::/16']);
  const tried = ['10.1.2.3', '::ffff:10.1.2.3', '10.2.0.1', '::1', '127.0.0.1', 'fd12::7', 'fd13::7'];
  expect(tried.filter(isAllowed)).toEqual(['10.1.2.3', '::ffff:10.1.2.3', '::1', 'fd12::7']);
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1'].filter(isLoopback)).toEqual([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
  ]);
});

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly isSilent?: boolean;
}

async function startReceiver({ status = 200, headers = {}, body = 'ok', isSilent = false }: Answer = {}) {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    if (!isSilent) response.writeHead(status, headers).end(body);
  });
  open.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/hook`, calls: () => calls };
}

const MESSAGE = { headers: { 'content-type': 'application/json' }, body: '{}' };
const limits = { timeLimitMs: 500, answerMaxBytes: 1_024 };
const guarded = (allowed: readonly string[] = ['127.0.0.1']) => createGuardedPost({ ...limits, allowed });

test.each(['http', 'https'])('no spelling of an internal address is called by %s', async (scheme) => {
  const receiver = await startReceiver();
  const { post, refusalOf } = guarded([]);
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ];
  for (const host of [...hosts, 'localhost', 'localhost.', 'a.localhost']) {
    const url = `${scheme}://${host}:${receiver.port}/`;
    expect([host, refusalOf(url)]).toEqual([host, 'address_internal']);
    expect([host, await post(url, MESSAGE)]).toMatchObject([host, { ok: false }]);
  }
  expect(receiver.calls()).toBe(0);
});

test('plain HTTP is for loopback alone, as far as the operator lets it', async () => {
  const { refusalOf } = guarded(['127.0.0.0/8', '10.0.0.0/8']);
  expect(refusalOf('http://127.0.0.1:1/')).toBeUndefined();
  expect(refusalOf('http://localhost/')).toBeUndefined();
  expect(refusalOf('https://10.0.0.1/')).toBeUndefined();
  expect(refusalOf('http://10.0.0.1/')).toBe('needs_https');
  expect(refusalOf('http://hooks.example.org/')).toBe('needs_https');
  expect(refusalOf('https://hooks.example.org/')).toBeUndefined();
  expect(refusalOf('https://192.168.1.1/')).toBe('address_internal');
});

test('a name that leads to an internal address is not called, not even beside a public one', async () => {
  const receiver = await startReceiver();
  for (const addresses of [
    ['127.0.0.1'],
    ['1.1.1.1', '127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
  ]) {
    const { post } = createGuardedPost({ ...limits, allowed: [], resolve: () => Promise.resolve(addresses) });
    const sent = await post(`https://hooks.example.org:${receiver.port}/`, MESSAGE);
    expect(sent).toEqual({ ok: false, error: 'address_not_allowed' });
  }
  expect(receiver.calls()).toBe(0);
});

test('a name is resolved once: what it leads to a moment later is not called', async () => {
  const receiver = await startReceiver();
  const answers = [['127.0.0.1'], ['10.0.0.1']];
  let asked = 0;
  const resolve = () => Promise.resolve(answers[asked++] ?? []);
  const { post } = createGuardedPost({ ...limits, allowed: ['127.0.0.1'], resolve });
  const url = `http://hooks.example.org:${receiver.port}/`;
  expect(await post(url, MESSAGE)).toMatchObject({ ok: true });
  expect(asked).toBe(1);
  expect(await post(url, MESSAGE)).toEqual({ ok: false, error: 'address_not_allowed' });
  expect(receiver.calls()).toBe(1);
});

test('redirects are an answer like any other, and are not followed', async () => {
  const other = await startReceiver();
  const { url } = await startReceiver({ status: 307, headers: { location: other.url } });
  expect(await guarded().post(url, MESSAGE)).toMatchObject({ ok: true, value: { status: 307 } });
  expect(other.calls()).toBe(0);
});

test('of an endless answer only the beginning is read, and a silent receiver is left', async () => {
  const loud = await startReceiver({ body: `\u0000${'x'.repeat(5_000_000)}` });
  const sent = await guarded().post(loud.url, MESSAGE);
  expect(sent.ok && sent.value.text).toBe('x'.repeat(1_023));
  const silent = await startReceiver({ isSilent: true });
  expect(await guarded().post(silent.url, MESSAGE)).toEqual({ ok: false, error: 'timeout' });
  expect(await guarded().post('http://127.0.0.1:1/', MESSAGE)).toEqual({ ok: false, error: 'unreachable' });
});

test.each([
  ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', 'not_http'],
  ['', 'unreachable'],
] as const)('a receiver that leaves HTTP, or says nothing, ends the call: %j', async (answer, error) => {
  const server = createRawServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => (answer === '' ? socket.end() : socket.write(answer)));
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await guarded().post(url, MESSAGE)).toEqual({ ok: false, error });
  expect(await visit(url)).toEqual({ networkError: error });
});
