import { getDiffieHellman, randomBytes } from 'node:crypto';
import { ADMINISTRATOR } from '@coffer/e2e/first-start';
import { Person } from '@coffer/e2e/person';
import { type Figure, median, timed } from './report.ts';

// The relay grants twenty sign-ins of one name in a row.
const ROUNDS = 12;

// RFC 3526 group 15, the group of Cognito's SRP.
const PRIME = getDiffieHellman('modp15').getPrime();

/** A whole sign-in (two answers of the pool, session, first call) against its bare modular exponentiations. */
export async function benchSignIn(url: string): Promise<readonly Figure[]> {
  const signIn = async (): Promise<void> => {
    await new Person(url).signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  };
  await signIn();
  const whole: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    whole.push(await timed(signIn));
    bare.push(await timed(arithmetic));
  }
  return [
    { name: 'sign-in, whole', ms: median(whole), baseline: 'bare SRP arithmetic', baselineMs: median(bare) },
  ];
}

/** Client: g^a, g^x, (B - kg^x)^(a+ux) with BigInt. Server: g^b, v^u, (Av^u)^b with OpenSSL. */
async function arithmetic(): Promise<void> {
  const prime = BigInt(`0x${PRIME.toString('hex')}`);
  const a = power(2n, randomExponent(), prime);
  power(2n, randomExponent(), prime);
  power(a, randomExponent() + randomExponent() * randomExponent(), prime);
  for (let times = 0; times < 3; times += 1) {
    getDiffieHellman('modp15').generateKeys();
  }
  await Promise.resolve();
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function randomExponent(): bigint {
  return BigInt(`0x${randomBytes(32).toString('hex')}`);
}
