import { MINUTE_MS } from '@coffer/kit';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { addAccount, type Browser, PASSWORD, type SignInWorld, signInWorld } from './sign-in-world.ts';

export let world: SignInWorld;
export let email = '';

let count = 0;

export function nextPerson(): void {
  email = `person-${(count += 1)}@example.org`;
}

/** One world for all tests of a file; each starts with the pool up. */
export function prepareSignIns(): void {
  beforeAll(async () => {
    world = await signInWorld();
  });
  afterAll(async () => await world.end());
  beforeEach(() => {
    nextPerson();
    world.wire.setMode('up');
    world.clock.advance(30 * MINUTE_MS);
  });
}

export function prepareFreshSignIns(): void {
  beforeEach(async () => {
    world = await signInWorld();
  });
  afterEach(async () => await world.end());
}

export async function newPerson(): Promise<string> {
  nextPerson();
  await addAccount(world, email);
  return email;
}

/** Signs in by password only. */
export async function signIn(who: string, password = PASSWORD): Promise<Browser> {
  const browser = world.browser();
  expect((await browser.prove(who, password)).body).toEqual({ step: 'signed_in' });
  return browser;
}

export async function arrive(who: string): Promise<Browser> {
  await addAccount(world, who);
  return await signIn(who);
}
