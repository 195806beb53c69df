// Runs the installed clients only; `npm run test:external` runs all clients and other stores.
import { readFileSync } from 'node:fs';
import { sized } from '@coffer/testing/campaign';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Case } from '../compatibility/case.contract.ts';
import { CASES, caseName, type ClientName, runSuite } from '../compatibility/suite.contract.ts';
import { contradictions, README_FILE, readResults, withTable } from '../compatibility/table.contract.ts';
import { CREDENTIAL, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';

const REGION = 'us-east-1';
let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore({ region: REGION });
});
afterAll(() => store.close());

test('the table in the README matches the results and has a row for each case', () => {
  const results = readResults();
  const names = CASES.map(caseName);
  expect(new Set(names).size).toBe(names.length);
  for (const { marks } of Object.values(results.stores)) expect(Object.keys(marks)).toEqual(names);
  const readme = readFileSync(README_FILE, 'utf8');
  expect(withTable(readme, results)).toBe(readme);
});

test('no supported feature of the embedded store fails with any client', () => {
  const marks = Object.entries(readResults().stores.embedded.marks).flatMap(([name, cells]) =>
    Object.entries(cells).map(([client, mark]) => ({ name, client, mark })),
  );
  expect(marks.filter(({ mark }) => mark === 'no')).toEqual([]);
  const omitted = marks.filter(({ mark }) => mark === 'omitted').map(({ name }) => name);
  expect(omitted.filter((name) => !name.startsWith('Left out: '))).toEqual([]);
});

const isQuick = ({ area }: Case): boolean => area === 'Buckets' || area === 'Errors';

test.each<readonly [ClientName, readonly Case[]]>([
  ['SDK v3', CASES],
  ['AWS CLI', sized({ gate: CASES.filter(isQuick), campaign: CASES })],
  ['curl', CASES],
])(
  'the table shows the results of %s at the embedded store',
  async (client, cases) => {
    const endpoint = { url: store.url, region: REGION, ...CREDENTIAL };
    const found = await runSuite(endpoint, { clients: [client], cases });
    expect(contradictions(readResults().stores.embedded.marks, found)).toEqual([]);
    expect([0, cases.length]).toContain(found.outcomes.length);
    expect(found.outcomes.length > 0 || client !== 'SDK v3').toBe(true);
  },
  1_800_000,
);
