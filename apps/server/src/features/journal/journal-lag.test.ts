import { SECOND_MS, systemClock } from '@coffer/kit';
import { expect, test } from 'vitest';
import { startWorld } from '../../live.world.ts';
import { connectDatabase } from '../../platform/db/connect.ts';
import { journalLagSeconds } from './journal-lag.ts';

test('the lag is no number while the database is away, and metrics stay readable', async () => {
  await using world = await startWorld();
  const { log } = world.services;
  expect(await journalLagSeconds(world.services)).toBe(0);
  const connectionString = 'postgres://nobody@127.0.0.1:1/none';
  const away = connectDatabase({ connectionString, log, connectionWaitMs: SECOND_MS });
  expect(await journalLagSeconds({ db: away.db, clock: systemClock })).toBeNaN();
  await away.close();
});
