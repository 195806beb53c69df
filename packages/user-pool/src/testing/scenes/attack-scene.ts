import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Attacker, createAttacker } from '../attacker.ts';
import { type PoolFixture, startPool } from '../pool-fixture.ts';

export const clock = manualClock('2030-05-04T08:09:10.000Z');
export let database: Awaited<ReturnType<typeof testDatabase>>;
export let fixture: PoolFixture;
export let attacker: Attacker;
/** Unique for each test. */
export let email: string;
let count = 0;

export function prepareAttacks(): void {
  beforeAll(async () => {
    database = await testDatabase();
    fixture = await startPool(database.connectionString, { clock });
    attacker = createAttacker(fixture, clock);
  });

  afterAll(async () => {
    await fixture.close();
    await database.drop();
  });

  beforeEach(() => {
    email = `user${++count}@example.org`;
  });
}
