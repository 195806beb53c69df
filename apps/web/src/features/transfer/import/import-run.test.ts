import { NodeId, SpaceId } from '@coffer/contracts';
import { afterEach, expect, test } from 'vitest';
import { wipe } from '../../../lib/wipe.ts';
import { hideImport, importRequest, openImport } from '../intake/import-request.ts';
import { importState, readZip, type Run, startImport, stopImport } from './import-run.ts';
import type { ImportPlan } from './plan-import.ts';
import type { ImportReport } from './run-import.ts';

const REPORT: ImportReport = { files: 1, folders: 0, skipped: 0, problems: [] };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing of the plan is read
const PLAN = { files: 1 } as ImportPlan;
const A = targetOf(1);
const B = targetOf(2);

function targetOf(at: number) {
  const id = `00000000-0000-7000-8000-00000000000${at}`;
  return { personId: 'ada', spaceId: SpaceId.parse(id), folderId: NodeId.parse(id) };
}

/** Starts an import into A that runs until `end` is called. */
function startIntoA() {
  const { promise, resolve } = Promise.withResolvers<ImportReport | undefined>();
  const runs: Run[] = [];
  const ends: (ImportReport | undefined)[] = [];
  const run = (one: Run): typeof promise => {
    runs.push(one);
    return promise;
  };
  openImport(A);
  const ended = startImport({ name: 'a.zip', plan: PLAN }, run, (report) => ends.push(report));
  const end = async (report?: ImportReport): Promise<void> => {
    resolve(report);
    await ended;
  };
  return { end, ends, signal: () => runs[0]?.signal };
}

afterEach(hideImport);

test('an import that failed out of sight is not repeated in another folder', async () => {
  const { end, ends } = startIntoA();
  hideImport();
  await end();
  expect(ends).toEqual([undefined]);
  openImport(A);
  expect(importState()).toMatchObject({ step: 'failed', plan: PLAN });
  openImport(B);
  expect(importState()).toEqual({ step: 'choose' });
});

test('the report of one folder is not shown for another', async () => {
  const { end } = startIntoA();
  hideImport();
  await end(REPORT);
  openImport(B);
  expect(importState()).toEqual({ step: 'choose' });
});

test('a running import is shown instead of another, and stops when asked', async () => {
  const { end, ends, signal } = startIntoA();
  hideImport();
  openImport(B);
  expect(importRequest()?.target).toBe(A);
  expect(importState().step).toBe('running');
  expect(signal()?.aborted).toBe(false);
  stopImport();
  await end();
  expect(importState().step).toBe('planned');
  expect(ends).toEqual([]);
});

test('a sign-out ends an import and forgets it', async () => {
  const { end, ends, signal } = startIntoA();
  await wipe();
  expect(signal()?.aborted).toBe(true);
  expect(importState()).toEqual({ step: 'choose' });
  await end(REPORT);
  expect(importState()).toEqual({ step: 'choose' });
  expect(ends).toEqual([]);
});

test('what is still read for one folder is not planned for another', async () => {
  const { promise, resolve } = Promise.withResolvers<ImportPlan | undefined>();
  openImport(A);
  const read = readZip('a.zip', () => promise);
  openImport(B);
  resolve(PLAN);
  await read;
  expect(importState()).toEqual({ step: 'choose' });
  await readZip('b.zip', () => Promise.reject(new TypeError('changed')));
  expect(importState()).toEqual({ step: 'choose', unreadable: 'b.zip' });
});
