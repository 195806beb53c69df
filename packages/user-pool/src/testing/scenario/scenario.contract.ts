import { testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../operations/registry.ts';
import { type ForeignClient, formatRecord } from '../conformance.ts';
import { lacks } from '../conformance-table.ts';
import { type PoolFixture, startPool } from '../pool-fixture.ts';
import { administrationScenario } from './administration.contract.ts';
import type { ScenarioClient, World } from './client.ts';
import { factorsScenario } from './factors.contract.ts';
import { peopleScenario } from './people.contract.ts';
import { SCENARIO_POOLS } from './pools.ts';
import { setUpScenario } from './set-up.contract.ts';

/** Calls every operation with one third-party client and checks its effect. */
export function runScenario(
  name: ForeignClient,
  recordFile: string,
  open: (endpoint: string) => Promise<ScenarioClient>,
): void {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let fixture: PoolFixture;
  let client: ScenarioClient;
  const world = (): World => ({ tag: 'scene', fixture, client });

  beforeAll(async () => {
    database = await testDatabase();
    fixture = await startPool(database.connectionString, { pools: SCENARIO_POOLS });
    client = await open(fixture.endpoint);
  });
  afterAll(async () => {
    await client.close();
    await fixture.close();
    await database.drop();
  });

  setUpScenario(world);
  peopleScenario(world);
  administrationScenario(world);
  factorsScenario(world);

  // Must be last: compares all calls above. `vitest -u` updates the record.
  test('every operation that the client supports was called', () => {
    const called = fixture.seenClients()[name] ?? [];
    const uncalled = [...operations.keys()].filter((operation) => !called.includes(operation));
    expect(uncalled.filter((operation) => client.knows(operation))).toEqual([]);
    expect(uncalled.filter((operation) => lacks(name, operation) === undefined)).toEqual([]);
  });
  test('the record of the calls of this client is complete', async () => {
    await expect(formatRecord(fixture.seenClients(), [name])).toMatchFileSnapshot(recordFile);
  });
}
