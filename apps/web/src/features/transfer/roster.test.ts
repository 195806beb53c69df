import { expect, test } from 'vitest';
import { next, type Phase, type Transfer } from './machine.ts';
import { shownOf } from './shown.ts';
import { Roster } from './roster.ts';

let made = 0;

function transferOf(phase: Phase, more: Partial<Transfer> = {}): Transfer {
  made += 1;
  return {
    id: String(made),
    batchId: 'batch',
    name: 'a.txt',
    path: ['a.txt'],
    sizeBytes: 1,
    phase,
    sentBytes: 0,
    conflict: 'ask',
    uploadId: undefined,
    node: undefined,
    failure: undefined,
    lack: undefined,
    isSafe: false,
    ...more,
  };
}

function rosterOf(counts: Partial<Record<Phase, number>>): Roster {
  const roster = new Roster(() => undefined);
  for (const [phase, count] of phasesIn(counts))
    for (let at = 0; at < count; at += 1) roster.add(transferOf(phase));
  return roster;
}

/** How many rows each phase has. */
function shown(counts: Partial<Record<Phase, number>>): Partial<Record<Phase, number>> {
  const rows: Partial<Record<Phase, number>> = {};
  for (const { phase } of shownOf(rosterOf(counts).view()).rows) rows[phase] = (rows[phase] ?? 0) + 1;
  return rows;
}

function phasesIn(counts: Partial<Record<Phase, number>>): readonly (readonly [Phase, number])[] {
  const all: readonly Phase[] = ['interrupted', 'uploading', 'failed', 'queued', 'conflict', 'done'];
  return all.map((phase) => [phase, counts[phase] ?? 0]);
}

test('what waits for the person in one way leaves room for what waits in another', () => {
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

test('behind what waits comes what is under way, and of a crowd only some of it', () => {
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

test('what interrupted uploads lack is counted over all of them, and no more once they go on', () => {
  const roster = rosterOf({ failed: 150 });
  const alone = transferOf('interrupted', { lack: 'leave' });
  const inside = transferOf('interrupted', { lack: 'file', path: ['album', 'a.txt'] });
  for (const one of [alone, inside, transferOf('interrupted', { lack: 'elsewhere' })]) roster.add(one);
  expect(roster.view().summary).toMatchObject({ interrupted: 3, toAllow: 1, single: 2 });
  roster.replace(alone, next(alone, { type: 'found' }));
  roster.replace(inside, next(inside, { type: 'cancelled' }));
  expect(roster.view().summary).toMatchObject({ interrupted: 1, toAllow: 0, single: 1 });
});
