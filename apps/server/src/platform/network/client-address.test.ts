import { expect, test } from 'vitest';
import { createClientReader, networkOf } from './client-address.ts';

const PROXIES = ['10.0.0.0/8', '192.168.1.1', 'fd00::/8'];

function read(remote: string | undefined, forwarded?: string, proxies: readonly string[] = PROXIES) {
  return createClientReader(proxies)(
    remote,
    new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
  );
}

test.each([
  ['nobody forwards', { remote: '203.0.113.9', forwarded: undefined }, '203.0.113.9'],
  ['a trusted proxy forwards', { remote: '10.0.0.1', forwarded: '203.0.113.9' }, '203.0.113.9'],
  [
    'two trusted proxies forward',
    { remote: '10.0.0.1', forwarded: '203.0.113.9, 192.168.1.1' },
    '203.0.113.9',
  ],
  [
    'a client forges its address in front',
    { remote: '10.0.0.1', forwarded: '127.0.0.1, 203.0.113.9' },
    '203.0.113.9',
  ],
  ['a client forges without a proxy', { remote: '203.0.113.9', forwarded: '127.0.0.1' }, '203.0.113.9'],
  [
    'the neighbour of a trusted address forwards',
    { remote: '192.168.1.2', forwarded: '198.51.100.1' },
    '192.168.1.2',
  ],
  ['garbage is forwarded', { remote: '10.0.0.1', forwarded: 'unknown' }, '10.0.0.1'],
  ['garbage stands before an address', { remote: '10.0.0.1', forwarded: 'x, 203.0.113.9' }, '203.0.113.9'],
  ['a port is forwarded', { remote: '10.0.0.1', forwarded: '203.0.113.9:4711' }, '203.0.113.9'],
  ['IPv6 with a port is forwarded', { remote: '10.0.0.1', forwarded: '[2001:db8::1]:4711' }, '2001:db8::1'],
  ['IPv4 comes inside IPv6', { remote: '::ffff:10.0.0.1', forwarded: '::ffff:203.0.113.9' }, '203.0.113.9'],
  ['an IPv6 proxy forwards', { remote: 'fd00::1', forwarded: '203.0.113.9' }, '203.0.113.9'],
  ['the connection has no address', { remote: undefined, forwarded: '203.0.113.9' }, '0.0.0.0'],
])('when %s, the address is right', (_, { remote, forwarded }, address) => {
  expect(read(remote, forwarded).address).toBe(address);
});

const commas = (count: number): string => ','.repeat(count);

test.each([
  ['fifty commas and an address', `${commas(50)}198.51.100.1`],
  ['fifty-one commas', commas(51)],
  ['one comma', ','],
  ['blanks', ' , ,, '],
  ['a list of addresses', Array.from({ length: 60 }, () => '10.0.0.2').join(', ')],
  ['as much as a header holds', commas(15_000)],
  ['nothing', ''],
])('%s in front of what the proxy appends changes nothing', (_, forged) => {
  // nginx and an ALB append to the header, HAProxy adds another header, Caddy replaces it.
  for (const forwarded of [`${forged}, 203.0.113.9`, `${forged},203.0.113.9`, '203.0.113.9']) {
    expect(read('10.0.0.1', forwarded).address).toBe('203.0.113.9');
    expect(read('10.0.0.1', forwarded).isOperator).toBe(false);
  }
});

test.each([commas(51), commas(1), '', ' ', '127.0.0.1', `${commas(50)}127.0.0.1`, `127.0.0.1${commas(51)}`])(
  'an untrusted proxy on this machine that forwards %j does not act as the operator',
  (forwarded) => {
    expect(read('127.0.0.1', forwarded, [])).toEqual({ address: '127.0.0.1', isOperator: false });
    expect(read('127.0.0.1', `${forwarded}, 203.0.113.9`, [])).toEqual({
      address: '127.0.0.1',
      isOperator: false,
    });
  },
);

test.each(['127.0.0.1,', '127.0.0.1, ,', ',', '203.0.113.9,,'])(
  'a blank element at the end of %j stops the walk',
  (forwarded) => {
    expect(read('10.0.0.1', forwarded)).toEqual({ address: '10.0.0.1', isOperator: false });
  },
);

test('a long chain of trusted proxies is walked whole', () => {
  const chain = Array.from({ length: 60 }, () => '10.0.0.2').join(', ');
  expect(read('10.0.0.1', `203.0.113.9, ${chain}`)).toEqual({ address: '203.0.113.9', isOperator: false });
});

test.each(['forwarded', 'via', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
  'a proxy on this machine that sends %s alone hides its client',
  (name) => {
    const client = createClientReader([])('127.0.0.1', new Headers({ [name]: 'something' }));
    expect(client.isOperator).toBe(false);
  },
);

test.each([
  ['127.0.0.1', undefined, true],
  ['::1', undefined, true],
  ['10.0.0.7', undefined, true],
  ['203.0.113.9', undefined, false],
  ['127.0.0.1', '203.0.113.9', false],
  ['127.0.0.1', '127.0.0.1', false],
  ['10.0.0.1', '203.0.113.9', false],
  ['10.0.0.1', '127.0.0.1', true],
])('%s forwarding %s is the operator: %s', (remote, forwarded, isOperator) => {
  expect(read(remote, forwarded).isOperator).toBe(isOperator);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%j counts as %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
