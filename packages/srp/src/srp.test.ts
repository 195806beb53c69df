// Compares the client with Amazon's library and with a server computed here from the verifier (S = (A * v^u)^b).
import { createHash, createHmac, getDiffieHellman } from 'node:crypto';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { cognitoTimestamp } from './cognito-timestamp.ts';
import { PRIME } from './group.ts';
import { bytesToNumber, toSignedBytes } from './integers.ts';
import {
  parseHexNumber,
  passwordExponent,
  powerOfGenerator,
  SrpProtocolError,
  scramble,
  sharedSecret,
} from './srp-math.ts';
import { startSrp } from './start-srp.ts';

const amazon: {
  readonly AuthenticationHelper: new (poolName: string) => AmazonHelper;
} = createRequire(import.meta.url)('amazon-cognito-identity-js');
const bigIntegers: { readonly default: new (text: string, radix: number) => AmazonInteger } = createRequire(
  import.meta.url,
)('amazon-cognito-identity-js/lib/BigInteger.js');
type AmazonInteger = { toString(radix: number): string };
interface AmazonHelper {
  readonly N: AmazonInteger;
  smallAValue: AmazonInteger;
  largeAValue: AmazonInteger | undefined;
  getLargeAValue(callback: (error: Error | null, value: AmazonInteger) => void): void;
  getPasswordAuthenticationKey(
    ...values: [
      username: string,
      password: string,
      serverB: AmazonInteger,
      salt: AmazonInteger,
      callback: (error: Error | null, key: Uint8Array) => void,
    ]
  ): void;
}

const VECTOR = {
  poolName: 'AbCdEf123',
  userIdForSrp: '6f1f1f0e-7f8e-4c6e-9d5c-0123456789ab',
  password: 'Corr3ct-Horse!é漢',
  saltHex: '9f3fce77cf8c4c7478a96d207c1c3971',
  a: '1f40fc92da241694750979ee6cf582f2d5d7d28e18335de05abc54d0560e0f53',
  b: '5267768822ee624d48fce15ec5ca79cbd602cb7f4c2157a516556991f22ef8c7',
  x: '3d5c2e1d642197601f250824f9ccfc91dd27324c9b494f7ae8b29b52f0abfd3c',
  u: '33ad2589c2aa57fd36505657b4bd0de1235714b2442679eafb30dafe255e40c2',
  secretBlockBase64:
    '0oz7S1SVjYnwN7XhNvUCtpNXljdbH2WuLblWAMZYAN4RNTO/UxrO53yuBww/s7g4JBlIfXAtIHb1GcoNKaprVA==',
  timestamp: 'Tue Mar 3 04:05:06 UTC 2026',
  signature: 'afUCT1rhKedT1wLI8jgfstfY7AkVdkWlMPflzS7QqYQ=',
};
const N = BigInt(`0x${new amazon.AuthenticationHelper('p').N.toString(16)}`);
const K = BigInt('0x538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6');

test('the published vector is met step by step', async () => {
  const attempt = startSrp(Buffer.from(VECTOR.a, 'hex'));
  expect(hashOfHex(attempt.srpA)).toBe('e5e62c87aa81b091');
  const x = await passwordExponent(
    big(VECTOR.saltHex),
    VECTOR.poolName + VECTOR.userIdForSrp,
    VECTOR.password,
  );
  expect(x.toString(16)).toBe(VECTOR.x);
  expect(hashOfHex(powerOfGenerator(x).toString(16))).toBe('94660c7aa0ef5eb9');
  const publicB = serverPublic(powerOfGenerator(x), big(VECTOR.b));
  expect(hashOfHex(publicB.toString(16))).toBe('20e9607a95a310a2');
  expect((await scramble(big(attempt.srpA), publicB)).toString(16)).toBe(VECTOR.u);
  expect(await attempt.prove({ ...VECTOR, srpBHex: publicB.toString(16) })).toBe(VECTOR.signature);
});

test('the prime is the one of the client library of Amazon, and of OpenSSL', () => {
  expect(PRIME).toBe(N);
  expect(PRIME).toBe(bytesToNumber(getDiffieHellman('modp15').getPrime()));
});

test('the multiplier is the hash of the padded group', () => {
  const bytes = Buffer.concat([toSignedBytes(N), toSignedBytes(2n)]);
  expect(toSignedBytes(N)).toHaveLength(385);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(K.toString(16));
});

test.each([
  [0n, '00'],
  [1n, '01'],
  [0x7fn, '7f'],
  [0x80n, '0080'],
  [0xffn, '00ff'],
  [0x100n, '0100'],
  [0x7fffn, '7fff'],
  [0x8000n, '008000'],
  [0xabcn, '0abc'],
])('%d is hashed as its shortest signed bytes', (value, hex) => {
  expect(Buffer.from(toSignedBytes(value)).toString('hex')).toBe(hex);
});

test('a salt with leading zeros and one of 0x80 or more are proved as an honest server expects', async () => {
  for (const saltHex of [
    '00ab12',
    '000000000000000000000000000000ff',
    '80',
    'ffffffffffffffffffffffffffffffff',
    '7f',
    '1',
    '0',
  ]) {
    const round = honestRound(saltHex, `salt ${saltHex}`);
    expect(await proveRound(round)).toBe(serverSignature(round));
  }
});

test('high-bit u and S, short u, plain S and a short inner hash are proved as an honest server expects', async () => {
  const rounds = findTrapRounds();
  expect(rounds.length).toBeGreaterThanOrEqual(3);
  for (const round of rounds) expect(await proveRound(round)).toBe(serverSignature(round));
});

test.each([5, 36])(
  'the key agrees with the client library of Amazon on %i random rounds',
  async (rounds) => {
    for (let i = 0; i < rounds; i++) {
      const round = honestRound(seed(`s${i}`).slice(0, 2 + (i % 31)), `differential ${i}`, `id-${i}`);
      const theirs = new amazon.AuthenticationHelper('pool');
      theirs.smallAValue = new bigIntegers.default(round.a.toString(16), 16);
      theirs.largeAValue = undefined;
      const largeA = await new Promise<AmazonInteger>((resolve) =>
        theirs.getLargeAValue((_, value) => resolve(value)),
      );
      const attempt = startSrp(Buffer.from(round.a.toString(16).padStart(64, '0'), 'hex'));
      expect(attempt.srpA).toBe(largeA.toString(16));
      const key = await new Promise<Uint8Array>((resolve, reject) => {
        theirs.getPasswordAuthenticationKey(
          round.userIdForSrp,
          round.password,
          new bigIntegers.default(round.publicB.toString(16), 16),
          new bigIntegers.default(round.saltHex, 16),
          (error: Error | null, hkdf: Uint8Array) => (error ? reject(error) : resolve(hkdf)),
        );
      });
      expect(await proveRound(round, attempt)).toBe(claim(key, round));
    }
  },
  600_000,
);

test('a wrong password gives another signature', async () => {
  const round = honestRound('9f', 'wrong');
  expect(await proveRound({ ...round, password: 'not it' })).not.toBe(serverSignature(round));
});

test.each([
  ['zero', '0'],
  ['many zeros', '00000000'],
  ['N', N.toString(16)],
  ['2N', (2n * N).toString(16)],
])('a server that sends B = %s is refused', async (_name, srpBHex) => {
  await expect(startSrp().prove({ ...VECTOR, srpBHex })).rejects.toThrow(SrpProtocolError);
});

test.each([
  ['nothing', ''],
  ['a sign', '-5'],
  ['a prefix', '0xff'],
  ['text', 'zz'],
  ['a newline', 'ff\n'],
  ['a megabyte', 'f'.repeat(1_000_000)],
])('%s is not a number of the protocol', async (_name, hex) => {
  expect(() => parseHexNumber(hex)).toThrow(SrpProtocolError);
  await expect(startSrp().prove({ ...VECTOR, srpBHex: hex })).rejects.toThrow(SrpProtocolError);
  await expect(startSrp().prove({ ...VECTOR, srpBHex: 'ab', saltHex: hex })).rejects.toThrow(
    SrpProtocolError,
  );
});

test.each(['not base64!', 'AAA', 'A===', 'AA=A', '\u0000', 'ä'])(
  'a secret block that is not base64 is refused: %j',
  async (secretBlockBase64) => {
    await expect(startSrp().prove({ ...VECTOR, srpBHex: 'ab', secretBlockBase64 })).rejects.toThrow(
      SrpProtocolError,
    );
  },
);

test('u = 0 is refused, which needs a broken hash to be seen at all', async () => {
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  crypto.subtle.digest = async () => new ArrayBuffer(32);
  try {
    await expect(scramble(5n, 7n)).rejects.toThrow(SrpProtocolError);
  } finally {
    crypto.subtle.digest = digest;
  }
  expect(await scramble(5n, 7n)).toBeGreaterThan(0n);
});

test('an attempt proves once, also when the server was not honest', async () => {
  const attempt = startSrp();
  await expect(attempt.prove({ ...VECTOR, srpBHex: '0' })).rejects.toThrow(SrpProtocolError);
  await expect(attempt.prove({ ...VECTOR, srpBHex: 'ab' })).rejects.toThrow('once');
});

test('two attempts never share a public value, and too little randomness is refused', () => {
  expect(startSrp().srpA).not.toBe(startSrp().srpA);
  expect(() => startSrp(new Uint8Array(31))).toThrow(RangeError);
});

test('nothing of the password is left in what an attempt holds or throws', async () => {
  const attempt = startSrp();
  const failure = await attempt
    .prove({ ...VECTOR, password: 'Sesame-Sesame', srpBHex: '0' })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SrpProtocolError);
  expect(`${String(failure)}${JSON.stringify(attempt)}`).not.toContain('Sesame');
});

test.each([
  ['2026-03-03T04:05:06.999Z', 'Tue Mar 3 04:05:06 UTC 2026'],
  ['2026-12-31T23:59:59Z', 'Thu Dec 31 23:59:59 UTC 2026'],
  ['2028-02-29T00:00:00Z', 'Tue Feb 29 00:00:00 UTC 2028'],
  ['2026-11-01T10:00:00+14:00', 'Sat Oct 31 20:00:00 UTC 2026'],
])('%s is claimed as %s', (instant, expected) => {
  expect(cognitoTimestamp(new Date(instant))).toBe(expected);
});

test('the shared secret is the same on both sides for a negative difference', () => {
  const s = sharedSecret({ a: 3n, b: 1n, u: 5n, x: 7n });
  expect(s).toBe(power((((1n - K * 128n) % N) + N) % N, 3n + 35n));
});

interface Round {
  readonly poolName: string;
  readonly userIdForSrp: string;
  readonly password: string;
  readonly saltHex: string;
  readonly a: bigint;
  readonly publicB: bigint;
  readonly u: bigint;
  readonly s: bigint;
}

function honestRound(saltHex: string, name: string, userIdForSrp = 'sub'): Round {
  const password = `Pa55 ${name} é`;
  const a = big(seed(`a ${name}`));
  const b = big(seed(`b ${name}`));
  const x = bigHash(signed(big(saltHex)), innerHash(userIdForSrp, password));
  const verifier = power(2n, x);
  const publicA = power(2n, a);
  const publicB = serverPublic(verifier, b);
  const u = bigHash(signed(publicA), signed(publicB));
  const s = power(publicA * power(verifier, u), b);
  return { poolName: 'pool', userIdForSrp, password, saltHex, a, publicB, u, s };
}

/** The first rounds that contain each special case. A search for them would take hundreds of rounds. */
const WITH_TRAPS = [0, 3, 4, 52, 407];

function findTrapRounds(): readonly Round[] {
  const open = new Set(['shortInner', 'shortU', 'highU', 'highS', 'plainS']);
  const found: Round[] = [];
  for (const i of WITH_TRAPS) {
    const name = `trap ${i}`;
    const isShortInner = innerHash(`user-${i}`, `Pa55 ${name} é`)[0] === 0;
    const round = honestRound(seed(`salt ${i}`).slice(0, 32), name, `user-${i}`);
    const uBytes = signed(round.u).length;
    const seen = [
      uBytes === 33 ? 'highU' : '',
      uBytes < 32 ? 'shortU' : '',
      isShortInner ? 'shortInner' : '',
    ];
    seen.push(signed(round.s).length === 385 ? 'highS' : 'plainS');
    if (seen.filter((trap) => open.delete(trap)).length > 0) found.push(round);
  }
  if (open.size > 0) throw new Error(`never seen: ${[...open].join()}`);
  return found;
}

function innerHash(userIdForSrp: string, password: string): Buffer {
  return createHash('sha256').update(`pool${userIdForSrp}:${password}`).digest();
}

function serverPublic(verifier: bigint, b: bigint): bigint {
  return (K * verifier + power(2n, b)) % N;
}

function serverSignature(round: Round): string {
  const pseudoRandomKey = createHmac('sha256', signed(round.u)).update(signed(round.s)).digest();
  const key = createHmac('sha256', pseudoRandomKey)
    .update('Caldera Derived Key\u0001')
    .digest()
    .subarray(0, 16);
  return claim(key, round);
}

function claim(key: Uint8Array, round: Round): string {
  const block = Buffer.from(VECTOR.secretBlockBase64, 'base64');
  const mac = createHmac('sha256', key).update(`${round.poolName}${round.userIdForSrp}`).update(block);
  return mac.update(VECTOR.timestamp).digest('base64');
}

async function proveRound(round: Round, attempt?: ReturnType<typeof startSrp>): Promise<string> {
  const started = attempt ?? startSrp(Buffer.from(round.a.toString(16).padStart(64, '0'), 'hex'));
  const { poolName, userIdForSrp, password, saltHex } = round;
  const { secretBlockBase64, timestamp } = VECTOR;
  const srpBHex = round.publicB.toString(16);
  return started.prove({ poolName, userIdForSrp, password, saltHex, srpBHex, secretBlockBase64, timestamp });
}

/** Works with lengths instead of digits, deliberately different from the tested code. */
function signed(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = value; rest > 0n || bytes.length === 0; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  return Buffer.from((bytes[0] ?? 0) > 0x7f ? [0, ...bytes] : bytes);
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % N;
    if (bit === '1') result = (result * base) % N;
  }
  return result;
}

function bigHash(...parts: readonly Uint8Array[]): bigint {
  return bytesToNumber(createHash('sha256').update(Buffer.concat(parts)).digest());
}

function hashOfHex(hex: string): string {
  return createHash('sha256').update(hex).digest('hex').slice(0, 16);
}

function big(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

function seed(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
