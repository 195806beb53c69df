import { MINUTE_MS } from '@coffer/kit';
import { srpClient } from '@coffer/testing';
import { expect, test } from 'vitest';
import { email, prepareSignIns, world } from '../../../../test/sign-in-scene.ts';
import { addAccount, type Browser, PASSWORD } from '../../../../test/sign-in-world.ts';
import { createSignInRateLimits } from './sign-in-rate-limits.ts';

prepareSignIns();

async function starts(
  browser: Browser,
  username: string,
  { count, addressOf }: { readonly count: number; readonly addressOf: (index: number) => string },
): Promise<readonly (string | undefined)[]> {
  const codes: (string | undefined)[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { username, srpA: srpClient('01').srpA };
    codes.push((await browser.call('startSignIn', body, addressOf(index))).code);
  }
  return codes;
}

const granted = (count: number): readonly undefined[] => Array.from({ length: count }, () => undefined);

test('a name is limited in the network that used up its tries, and in no other', async () => {
  const stranger = world.browser();
  const here = { count: 21, addressOf: () => '198.51.100.1' };
  expect(await starts(stranger, email, here)).toEqual([...granted(20), 'too_many_tries']);
  const elsewhere = await world.browser().call('startSignIn', { username: email, srpA: 'ff' }, '203.0.113.9');
  expect(elsewhere.body).toMatchObject({ step: 'PASSWORD_VERIFIER' });
  const other = { count: 1, addressOf: () => '198.51.100.1' };
  expect(await starts(stranger, `else-${email}`, other)).toEqual([undefined]);
  world.clock.advance(MINUTE_MS);
  expect(await starts(stranger, email, other)).toEqual([undefined]);
});

test('many networks together are limited for one name, which does not lock out a known device', async () => {
  await addAccount(world, email);
  const owner = world.browser();
  expect((await owner.prove(email, PASSWORD)).body).toEqual({ step: 'signed_in' });
  await owner.call('signOut');
  const flood = { count: 200, addressOf: (index: number) => `198.51.${100 + (index % 40)}.7` };
  const codes = await starts(world.browser(), email.toUpperCase(), flood);
  expect(codes).toEqual([...granted(199), 'too_many_tries']);
  expect((await world.browser().prove(email, PASSWORD)).code).toBe('too_many_tries');
  expect((await owner.prove(` ${email.toUpperCase()}`, PASSWORD)).body).toEqual({ step: 'signed_in' });
});

test('a known device is limited too, and helps no other name', async () => {
  await addAccount(world, email);
  const thief = world.browser();
  await thief.prove(email, PASSWORD);
  await thief.call('signOut');
  const wandering = { count: 21, addressOf: (index: number) => `203.0.113.${index}` };
  expect(await starts(thief, email, wandering)).toEqual([...granted(20), 'too_many_tries']);
  const cookie = thief.cookies.get('coffer-device') ?? '';
  expect(cookie).toMatch(/^v1\./);

  const others = `else-${email}`;
  const flood = { count: 200, addressOf: (index: number) => `198.51.${100 + (index % 40)}.7` };
  await starts(world.browser(), others, flood);
  expect((await thief.prove(others, PASSWORD)).code).toBe('too_many_tries');
  const forged = world.browser();
  forged.cookies.set('coffer-device', `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`);
  expect((await forged.prove(others, PASSWORD)).code).toBe('too_many_tries');
});

test('sixty people of one network can go to an issuer at once, then thirty a minute', () => {
  const limits = createSignInRateLimits(world.clock);
  const waits = Array.from({ length: 61 }, () => limits.takeRedirect('198.51.100.1'));
  expect(waits.map((waitMs) => waitMs > 0)).toEqual([...Array.from({ length: 60 }, () => false), true]);
  world.clock.advance(MINUTE_MS);
  expect(Array.from({ length: 30 }, () => limits.takeRedirect('198.51.100.1')).every((ms) => ms === 0)).toBe(
    true,
  );
});
