// The compatibility suite with the clients that are here anyway: the SDK, and `aws` and `curl` where they are installed. Others, and
// the stores of others, take part in `npm run test:external`.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Case } from './compatibility/case.contract.ts';
import { CASES, caseName, type ClientName, runSuite } from './compatibility/suite.contract.ts';
import { contradictions, README_FILE, readResults, withTable } from './compatibility/table.contract.ts';
import { CREDENTIAL, type LiveStore, startLiveStore } from './live-store.contract.ts';

const REGION = 'us-east-1';
let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore({ region: REGION });
});
afterAll(() => store.close());

test('the table in the README is the one that was found, and has a row for each case', () => {
  const results = readResults();
  const names = CASES.map(caseName);
  expect(new Set(names).size).toBe(names.length);
  for (const { marks } of Object.values(results.stores)) expect(Object.keys(marks)).toEqual(names);
  const readme = readFileSync(README_FILE, 'utf8');
  expect(withTable(readme, results)).toBe(readme);
});

test('nothing that the embedded store is meant to do fails with any client', () => {
  const marks = Object.entries(readResults().stores.embedded.marks).flatMap(([name, cells]) =>
    Object.entries(cells).map(([client, mark]) => ({ name, client, mark })),
  );
  expect(marks.filter(({ mark }) => mark === 'no')).toEqual([]);
  const omitted = marks.filter(({ mark }) => mark === 'omitted').map(({ name }) => name);
  expect(omitted.filter((name) => !name.startsWith('Left out: '))).toEqual([]);
});

// A call of `aws` takes most of a second, so the rest of its column is left to the external run.
const isQuick = ({ area }: Case): boolean => area === 'Buckets' || area === 'Errors';

test.each<readonly [ClientName, readonly Case[]]>([
  ['SDK v3', CASES],
  ['AWS CLI', CASES.filter(isQuick)],
  ['curl', CASES],
])(
  'the table tells what %s finds at the embedded store',
  async (client, cases) => {
    const endpoint = { url: store.url, region: REGION, ...CREDENTIAL };
    const found = await runSuite(endpoint, { clients: [client], cases });
    expect(contradictions(readResults().stores.embedded.marks, found)).toEqual([]);
    // A client that is not installed has no outcome at all; one that is has one for each case.
    expect([0, cases.length]).toContain(found.outcomes.length);
    expect(found.outcomes.length > 0 || client !== 'SDK v3').toBe(true);
  },
  300_000,
);
