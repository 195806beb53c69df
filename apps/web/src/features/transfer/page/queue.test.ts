import { expect, test } from 'vitest';
import type { Transfer } from '../model/machine.ts';
import { TransferStore } from '../model/transfer-store.ts';
import { transferIn } from '../model/transfer.world.ts';
import { causeKeyOf, causesOf } from './causes.ts';
import { countOf, NO_FILTER, queueOf } from './queue.ts';

function viewOf(transfers: readonly Transfer[]) {
  const store = new TransferStore(() => undefined);
  for (const transfer of transfers) store.add(transfer);
  return store.view();
}

function failed(code: string, more: Partial<Transfer['failure'] & object> = {}, name = 'a.txt'): Transfer {
  return transferIn('failed', { name, path: ['Photos', name], failure: { code, ...more } });
}

const named = (phase: Transfer['phase'], name: string): Transfer =>
  transferIn(phase, { name, path: ['Photos', name] });

test('earlier ended transfers are listed on demand, latest first, until they are cleared', () => {
  const store = new TransferStore(() => undefined);
  for (let at = 0; at < 203; at += 1) store.add(named('done', `${at}`));
  store.dropOldestEnded();
  const namesOf = (earlierMax: number) =>
    queueOf(store.view(), NO_FILTER, earlierMax).rows.map(({ name }) => name);
  expect(namesOf(0)).toHaveLength(200);
  expect(namesOf(2).slice(-3)).toEqual(['3', '2', '1']);
  expect(namesOf(1_000)).toHaveLength(203);
  expect(queueOf(store.view(), { ...NO_FILTER, words: '202' }, 1_000).rows).toHaveLength(1);
  store.clearEnded();
  expect(namesOf(1_000)).toEqual([]);
});

test('of the earlier ended transfers, the latest are kept', () => {
  const store = new TransferStore(() => undefined);
  for (let at = 0; at < 13_000; at += 1) {
    store.add(named('done', `${at}`));
    if (at % 100 === 0) store.dropOldestEnded();
  }
  store.dropOldestEnded();
  const { earlier } = store.view();
  expect(earlier.at(-1)?.name).toBe('12799');
  expect(earlier.length).toBeGreaterThanOrEqual(10_000);
  expect(earlier.length).toBeLessThan(11_000);
});

test('what needs the person is first, and what ended last is first of what ended', () => {
  const view = viewOf([
    named('done', 'old'),
    named('done', 'new'),
    named('skipped', 'same'),
    named('queued', 'next'),
    named('queued', 'later'),
    named('uploading', 'now'),
    named('failed', 'wrong'),
    named('conflict', 'taken'),
    named('interrupted', 'cut'),
    named('paused', 'held'),
  ]);
  const { rows, sections } = queueOf(view, NO_FILTER);
  expect(rows.map(({ name }) => name)).toEqual([
    'taken',
    'wrong',
    'cut',
    'now',
    'held',
    'next',
    'later',
    'new',
    'old',
    'same',
  ]);
  expect(sections.map(({ section, count }) => `${section} ${count}`)).toEqual([
    'decide 1',
    'failed 1',
    'interrupted 1',
    'running 1',
    'paused 1',
    'waiting 2',
    'ended 3',
  ]);
  expect(countOf(view, 'waiting')).toBe(2);
});

test('rows are filtered by state, by cause and by words of name or folder', () => {
  const full = failed('quota_exceeded', { facts: { space_id: 's1' } });
  const view = viewOf([
    full,
    failed('store_refused', {}, 'b.txt'),
    named('queued', 'Beach.JPG'),
    named('queued', 'Überblick.pdf'.normalize('NFD')),
  ]);
  const namesOf = (filter: Partial<typeof NO_FILTER>): readonly string[] =>
    queueOf(view, { ...NO_FILTER, ...filter }).rows.map(({ name }) => name);
  expect(namesOf({ section: 'failed' })).toEqual(['a.txt', 'b.txt']);
  expect(namesOf({ cause: causeKeyOf(full) })).toEqual(['a.txt']);
  expect(namesOf({ words: ' beach' })).toEqual(['Beach.JPG']);
  expect(namesOf({ words: 'photos/b.t' })).toEqual(['b.txt']);
  expect(namesOf({ words: 'ÜBER'.normalize('NFC') })).toHaveLength(1);
  expect(namesOf({ words: 'zzz' })).toEqual([]);
});

test('failures are grouped by what they need, the most frequent first', () => {
  const causes = causesOf([
    failed('invalid_request', {}, 'ends.'),
    failed('quota_exceeded', { facts: { space_id: 's1' } }),
    failed('quota_exceeded', { facts: { space_id: 's2' } }),
    failed('quota_exceeded', { facts: { space_id: 's1', needed: 3 } }),
    failed('checksum_mismatch'),
    failed('upload_incomplete'),
    failed('upload_incomplete'),
    failed('file_changed'),
    failed('invalid_request', { at: 101, issues: [{ code: 'too_deep' }] }),
    failed('name_taken', { at: 0 }),
    failed('name_taken'),
    failed('quota_exceeded', { facts: { space_id: 's1', needed: 3, quota: 2 } }),
  ]);
  expect(causes.map(({ key, remedy, transfers }) => `${key}: ${remedy} ${transfers.length}`)).toEqual([
    'checksum_mismatch: retry 3',
    'quota_exceeded s1: room 2',
    'name name_edge false: rename 1',
    'quota_exceeded s2: room 1',
    'file_changed: none 1',
    'too_deep: none 1',
    'name name_taken true: rename 1',
    'name name_taken false: rename 1',
    'quota_exceeded s1 larger: room 1',
  ]);
});

test('40,000 failures of one cause are one group', () => {
  const many = Array.from({ length: 40_000 }, (_, at) => failed('quota_exceeded', {}, `IMG_${at}.jpg`));
  const view = viewOf(many);
  const [cause, ...others] = causesOf(view.byPhase.failed.values());
  expect(cause?.transfers.length).toBe(40_000);
  expect(others).toEqual([]);
  expect(queueOf(view, { ...NO_FILTER, cause: cause?.key }).rows.length).toBe(40_000);
});
