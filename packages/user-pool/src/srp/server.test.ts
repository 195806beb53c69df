import { randomBytes } from 'node:crypto';
import { processorMsOf } from '@coffer/testing';
import { modPow, MULTIPLIER, PRIME, toSignedBytes } from '@coffer/srp';
import { expect, test } from 'vitest';
import { createSrpClient } from '../testing/srp-client.ts';
import {
  createExponent,
  fromBytes,
  importExponent,
  pad,
  pow,
  powGenerator,
  powPublic,
  powSecret,
  sha256,
  toBytes,
} from './group.ts';
import {
  computeProof,
  computeProofKey,
  computeServerPublic,
  computeVerifier,
  parseClientPublic,
} from './server.ts';

// Vector verified with amazon-cognito-identity-js, aws-amplify and pycognito.
const identity = { poolName: 'AbCdEf123', userId: '6f1f1f0e-7f8e-4c6e-9d5c-0123456789ab' };
const password = 'Corr3ct-Horse!é漢';
const salt = Buffer.from('9f3fce77cf8c4c7478a96d207c1c3971', 'hex');
const clientPrivate = 0x1f40fc92da241694750979ee6cf582f2d5d7d28e18335de05abc54d0560e0f53n;
const serverPrivate = 0x5267768822ee624d48fce15ec5ca79cbd602cb7f4c2157a516556991f22ef8c7n;
const secretBlock = Buffer.from(
  '0oz7S1SVjYnwN7XhNvUCtpNXljdbH2WuLblWAMZYAN4RNTO/UxrO53yuBww/s7g4JBlIfXAtIHb1GcoNKaprVA==',
  'base64',
);
const hex = (value: bigint) => value.toString(16);
const shortHash = (value: bigint) =>
  sha256(Buffer.from(value.toString(16)))
    .toString('hex')
    .slice(0, 16);

test('the multiplier is the constant that Cognito clients compute', () => {
  expect(MULTIPLIER.toString(16)).toBe('538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6');
  expect(pad(PRIME)).toHaveLength(385);
});

test('integers are padded as the client pads them', () => {
  for (const value of [0n, 1n, 0x7fn, 0x80n, 0xffn, 0x100n, 0x8000n, PRIME - 1n, PRIME])
    expect(pad(value).equals(toSignedBytes(value))).toBe(true);
});

test('the published test vector gives its verifier, public values, key and signature', async () => {
  const verifier = computeVerifier(identity, salt, password);
  const clientPublic = powGenerator(clientPrivate);
  const serverPublic = computeServerPublic(verifier, importExponent(serverPrivate));
  expect(shortHash(clientPublic)).toBe('e5e62c87aa81b091');
  expect(shortHash(verifier)).toBe('94660c7aa0ef5eb9');
  expect(shortHash(serverPublic)).toBe('20e9607a95a310a2');
  const key = await computeProofKey({
    clientPublic,
    serverPublic,
    serverPrivate: importExponent(serverPrivate),
    verifier,
  });
  expect(key.toString('hex')).toBe('d32a6155a24574abbc6e7251d795c2d6');
  const proof = computeProof(key, identity, { secretBlock, timestamp: 'Tue Mar 3 04:05:06 UTC 2026' });
  expect(proof.toString('base64')).toBe('afUCT1rhKedT1wLI8jgfstfY7AkVdkWlMPflzS7QqYQ=');
});

test.each([
  ['a salt with leading zeros', Buffer.from('000000aabbccddeeff00112233445566', 'hex')],
  ['a salt with its top bit set', Buffer.from('ff3fce77cf8c4c7478a96d207c1c3971', 'hex')],
  ['a salt of zeros', Buffer.alloc(16)],
])('client and server agree for %s', async (_name, trickySalt) => {
  const { given, expected } = await proveBothWays(trickySalt, 'plain password');
  expect(given).toBe(expected);
});

test('client and server agree in 40 random rounds', async () => {
  for (let round = 0; round < 40; round++) {
    const { given, expected } = await proveBothWays(randomBytes(16), randomBytes(12).toString('base64'));
    expect(given).toBe(expected);
  }
});

test('a short inner hash keeps its leading zero byte', async () => {
  let found = '';
  for (let attempt = 0; found === ''; attempt++) {
    const inner = sha256(Buffer.from(`${identity.poolName}${identity.userId}:p${attempt}`));
    if (inner[0] === 0) found = `p${attempt}`;
  }
  const { given, expected } = await proveBothWays(salt, found);
  expect(given).toBe(expected);
});

test('OpenSSL and BigInt compute the same powers, including the trivial ones', async () => {
  const exponent = fromBytes(randomBytes(32));
  const bases = [0n, 1n, 2n, PRIME - 1n, PRIME - 2n, PRIME, fromBytes(randomBytes(380)), PRIME + 5n];
  for (const base of bases) {
    const plain = modPow(base, exponent);
    expect(pow(base, exponent)).toBe(plain);
    expect(powPublic(base, exponent)).toBe(plain);
    expect(await powSecret(base, importExponent(exponent))).toBe(plain);
  }
  for (const small of [0n, 1n, 2n, 255n, 256n]) {
    expect(powGenerator(small)).toBe(modPow(2n, small));
    expect(pow(7n, small)).toBe(modPow(7n, small));
    expect(powPublic(7n, small)).toBe(modPow(7n, small));
  }
});

test('a generated exponent has its power, 256 bits, and is unique', async () => {
  const made = [await createExponent(), await createExponent()];
  for (const { value, power } of made) {
    expect(power).toBe(modPow(2n, value));
    expect(value >> 250n).toBeGreaterThan(0n);
  }
  expect(made[0]?.value).not.toBe(made[1]?.value);
});

test('a client value is accepted only between 1 and N-1, with as many digits as N', () => {
  expect(parseClientPublic('1')).toBe(1n);
  expect(parseClientPublic(hex(PRIME - 1n))).toBe(PRIME - 1n);
  expect(parseClientPublic(`00${hex(PRIME - 1n)}`)).toBe(PRIME - 1n);
  for (const bad of [
    '',
    '0',
    '000',
    hex(PRIME),
    hex(PRIME * 2n),
    'xyz',
    '-1',
    '0x1',
    ' 1',
    '1n',
    '1'.repeat(771),
  ])
    expect(parseClientPublic(bad)).toBeUndefined();
});

test('a value of 200 MB is rejected without parsing', () => {
  const huge = 'f'.repeat(200_000_000);
  expect(processorMsOf(() => expect(parseClientPublic(huge)).toBeUndefined())).toBeLessThan(50);
});

test('integers are hashed as minimal two’s complement', () => {
  expect(pad(0x7fn).toString('hex')).toBe('7f');
  expect(pad(0x80n).toString('hex')).toBe('0080');
  expect(pad(0x100n).toString('hex')).toBe('0100');
  expect(toBytes(0x80n).toString('hex')).toBe('80');
});

async function proveBothWays(ofSalt: Buffer, ofPassword: string) {
  const verifier = computeVerifier(identity, ofSalt, ofPassword);
  const serverSecret = await createExponent();
  const serverPublic = computeServerPublic(verifier, serverSecret);
  const client = createSrpClient(identity.poolName);
  const answer = client.answer(
    {
      SALT: fromBytes(ofSalt).toString(16),
      SRP_B: serverPublic.toString(16),
      SECRET_BLOCK: secretBlock.toString('base64'),
      USER_ID_FOR_SRP: identity.userId,
    },
    ofPassword,
    'Tue Mar 3 04:05:06 UTC 2026',
  );
  const clientPublic = BigInt(`0x${client.publicHex}`);
  const key = await computeProofKey({ clientPublic, serverPublic, serverPrivate: serverSecret, verifier });
  const proof = computeProof(key, identity, { secretBlock, timestamp: answer.TIMESTAMP });
  return { given: answer.PASSWORD_CLAIM_SIGNATURE, expected: proof.toString('base64') };
}
