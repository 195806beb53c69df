import { randomBytes } from 'node:crypto';
import { assert } from '@coffer/kit';
import * as foreign from 'amazon-cognito-identity-js';
import { beforeAll, expect, test } from 'vitest';
import { fromBytes, importExponent, pad, sha256 } from './group.ts';
import { computeProofKey, computeServerPublic, computeVerifier } from './server.ts';

const identity = { poolName: 'AbCdEf123', userId: '6f1f1f0e-7f8e-4c6e-9d5c-0123456789ab' };
const SALT = Buffer.from('1f3fce77cf8c4c7478a96d207c1c3971', 'hex');
const PASSWORD = 'Corr3ct-Horse!é漢';
let client: ForeignClient;

beforeAll(async () => {
  client = await createForeignClient();
});

test.each([
  ['a salt with a leading zero byte', '003fce77cf8c4c7478a96d207c1c3971'],
  ['a salt with three', '000000aabbccddeeff00112233445566'],
  ['a salt of half a byte at its head', '0f3fce77cf8c4c7478a96d207c1c3971'],
  ['a salt of 0x80 at its head', '803fce77cf8c4c7478a96d207c1c3971'],
  ['a salt of 0xff at its head', 'ff3fce77cf8c4c7478a96d207c1c3971'],
  ['a zero byte and then the top bit', '00ff3fce77cf8c4c7478a96d207c1c39'],
])('both agree on %s', async (_name, hex) => {
  const { ours, theirs } = await keysOf({ salt: Buffer.from(hex, 'hex'), password: PASSWORD });
  expect(ours).toBe(theirs);
});

test.each([
  ['a zero byte', (hash: Buffer) => hash[0] === 0],
  ['its top bit', (hash: Buffer) => (hash[0] ?? 0) >= 0x80],
])('both agree where the inner hash begins with %s', async (_name, isTrap) => {
  const password = search((attempt) => {
    const candidate = `p${attempt}`;
    const inner = Buffer.from(`${identity.poolName}${identity.userId}:${candidate}`);
    return isTrap(sha256(inner)) ? candidate : undefined;
  });
  const { ours, theirs } = await keysOf({ salt: SALT, password });
  expect(ours).toBe(theirs);
});

test.each([
  ['a zero byte', (u: Buffer) => u[0] === 0],
  ['its top bit', (u: Buffer) => (u[0] ?? 0) >= 0x80],
])('both agree where u begins with %s', async (_name, isTrap) => {
  const verifier = computeVerifier(identity, SALT, PASSWORD);
  const serverPrivate = search(() => {
    const candidate = fromBytes(randomBytes(32));
    const u = sha256(pad(client.publicValue), pad(computeServerPublic(verifier, importExponent(candidate))));
    return isTrap(u) ? candidate : undefined;
  });
  const { ours, theirs } = await keysOf({ salt: SALT, password: PASSWORD, serverPrivate });
  expect(ours).toBe(theirs);
});

test('both agree in twelve random rounds', { timeout: 600_000 }, async () => {
  for (let round = 0; round < 12; round++) {
    const { ours, theirs } = await keysOf({
      salt: randomBytes(16),
      password: randomBytes(12).toString('base64'),
    });
    expect(ours).toBe(theirs);
  }
});

async function keysOf(exchange: {
  readonly salt: Buffer;
  readonly password: string;
  readonly serverPrivate?: bigint;
}): Promise<{ readonly ours: string; readonly theirs: string }> {
  const { salt, password, serverPrivate = fromBytes(randomBytes(32)) } = exchange;
  const verifier = computeVerifier(identity, salt, password);
  const exponent = importExponent(serverPrivate);
  const serverPublic = computeServerPublic(verifier, exponent);
  const ours = await computeProofKey({
    clientPublic: client.publicValue,
    serverPublic,
    serverPrivate: exponent,
    verifier,
  });
  const theirs = await client.computeKey(password, serverPublic, fromBytes(salt));
  return { ours: ours.toString('hex'), theirs };
}

function search<Found>(look: (attempt: number) => Found | undefined): Found {
  for (let attempt = 0; attempt < 20_000; attempt++) {
    const found = look(attempt);
    if (found !== undefined) return found;
  }
  throw new Error('no match was found in twenty thousand attempts');
}

interface ForeignClient {
  readonly publicValue: bigint;
  computeKey(password: string, serverPublic: bigint, salt: bigint): Promise<string>;
}

async function createForeignClient(): Promise<ForeignClient> {
  const Helper = memberOf(foreign, 'AuthenticationHelper');
  assert(typeof Helper === 'function', 'the package has no arithmetic helper');
  const helper: unknown = Reflect.construct(Helper, [identity.poolName]);
  const BigInteger = memberOf(memberOf(helper, 'N'), 'constructor');
  assert(typeof BigInteger === 'function', 'the package has no big integers');
  const toForeign = (value: bigint): unknown => Reflect.construct(BigInteger, [value.toString(16), 16]);
  const call = async (name: string, ...given: readonly unknown[]): Promise<unknown> => {
    const method = memberOf(helper, name);
    assert(typeof method === 'function', name);
    return await new Promise((resolve, reject) => {
      const callback = (error: unknown, value: unknown) =>
        error === null || error === undefined ? resolve(value) : reject(error);
      Reflect.apply(method, helper, [...given, callback]);
    });
  };
  const large = await call('getLargeAValue');
  const toText = memberOf(large, 'toString');
  assert(typeof toText === 'function', 'the big integer has no toString');
  return {
    publicValue: BigInt(`0x${String(Reflect.apply(toText, large, [16]))}`),
    async computeKey(password, serverPublic, salt) {
      const given = [identity.userId, password, toForeign(serverPublic), toForeign(salt)];
      const key = await call('getPasswordAuthenticationKey', ...given);
      assert(key instanceof Uint8Array, 'the key is not a byte array');
      return Buffer.from(key).toString('hex');
    },
  };
}

function memberOf(object: unknown, name: string): unknown {
  return Reflect.get(Object(object), name);
}
