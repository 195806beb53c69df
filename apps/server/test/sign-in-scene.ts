import { MINUTE_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type SignInWorld, signInWorld } from './sign-in-world.ts';

export let world: SignInWorld;
/** Of this test alone; nobody has the account yet. */
export let email = '';

let count = 0;

/** From here on `email` is somebody else's. */
export function nextPerson(): void {
  email = `person-${(count += 1)}@example.org`;
}

/** One world for a whole file of tests, which read `world` and `email` while they run. Each finds the pool up. */
export function prepareSignIns(): void {
  beforeAll(async () => {
    world = await signInWorld();
  });
  afterAll(async () => await world.end());
  beforeEach(() => {
    nextPerson();
    world.wire.setMode('up');
    // Every test has the rate limits to itself.
    world.clock.advance(30 * MINUTE_MS);
  });
}
