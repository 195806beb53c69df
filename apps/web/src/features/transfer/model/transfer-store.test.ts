import { expect, test } from 'vitest';
import { next, type Phase } from './machine.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { TransferStore } from './transfer-store.ts';
import { transferIn } from './transfer.world.ts';

function storeOf(counts: Partial<Record<Phase, number>>): TransferStore {
  const store = new TransferStore(() => undefined);
  for (const [phase, count] of phasesIn(counts))
    for (let at = 0; at < count; at += 1) store.add(transferIn(phase));
  return store;
}

function shown(counts: Partial<Record<Phase, number>>): Partial<Record<Phase, number>> {
  const rows: Partial<Record<Phase, number>> = {};
  for (const { phase } of trayViewOf(storeOf(counts).view()).rows) rows[phase] = (rows[phase] ?? 0) + 1;
  return rows;
}

function phasesIn(counts: Partial<Record<Phase, number>>): readonly (readonly [Phase, number])[] {
  const all: readonly Phase[] = ['interrupted', 'uploading', 'failed', 'queued', 'conflict', 'done'];
  return all.map((phase) => [phase, counts[phase] ?? 0]);
}

test('rows leave room for each phase that needs the person', () => {
  expect(shown({ conflict: 150, failed: 150, interrupted: 150 })).toEqual({
    conflict: 60,
    failed: 20,
    interrupted: 20,
  });
  expect(shown({ failed: 150, interrupted: 3, uploading: 5 })).toEqual({ failed: 97, interrupted: 3 });
  expect(shown({ failed: 150 })).toEqual({ failed: 100 });
  expect(shown({ conflict: 10, failed: 30, interrupted: 150 })).toEqual({
    conflict: 10,
    failed: 30,
    interrupted: 60,
  });
});

test('running transfers follow those that need the person, limited when there are many', () => {
  expect(shown({ conflict: 1, uploading: 4, queued: 10, done: 2 })).toEqual({
    conflict: 1,
    uploading: 4,
    queued: 10,
    done: 2,
  });
  expect(shown({ failed: 30, uploading: 4, queued: 1_000 })).toEqual({
    failed: 30,
    uploading: 4,
    queued: 16,
  });
});

test('the summary counts what interrupted uploads need until they resume', () => {
  const store = storeOf({ failed: 150 });
  const alone = transferIn('interrupted', { blockedBy: 'permission' });
  const inside = transferIn('interrupted', { blockedBy: 'file_missing', path: ['album', 'a.txt'] });
  for (const one of [alone, inside, transferIn('interrupted', { blockedBy: 'other_device' })]) store.add(one);
  expect(store.view().summary).toMatchObject({ interrupted: 3, needPermission: 1, singleFiles: 2 });
  store.replace(alone, next(alone, { type: 'unblocked' }));
  store.replace(inside, next(inside, { type: 'cancelled' }));
  expect(store.view().summary).toMatchObject({ interrupted: 1, needPermission: 0, singleFiles: 1 });
});
