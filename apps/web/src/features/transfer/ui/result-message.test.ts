import { expect, test } from 'vitest';
import { formatsOf } from '../../../lib/language/format.ts';
import { createTransferEngine } from '../engine/engine.ts';
import { trayViewOf } from './tray-view.ts';
import { file, target } from '../engine/entries.world.ts';
import { createWorld, settled, until } from '../engine/transfer.world.ts';
import { resultMessage } from './result-message.ts';
import { isAllUploaded } from './use-auto-collapse.ts';

const formats = formatsOf('en');

test.each([
  [{ done: 1, skipped: 0 }, ['transfer.finished', { count: 1 }]],
  [{ done: 12, skipped: 2_960 }, ['transfer.finishedSkipped', { count: 12, skipped: '2,960' }]],
  [{ done: 0, skipped: 2 }, ['transfer.skipped', { count: 2 }]],
  [{ done: 0, skipped: 0 }, ['transfer.ended', undefined]],
])('the result of %j includes skipped files', (summary, message) => {
  expect(resultMessage((id, values) => JSON.stringify([id, values]), summary, formats)).toBe(
    JSON.stringify(message),
  );
});

test('skipped files are counted and keep the tray open', async () => {
  const engine = createTransferEngine(createWorld({ takenNames: ['a.txt'] }).ports);
  engine.add(target, [file(['a.txt'], 'A'), file(['b.txt'], 'B')]);
  await until(() => trayViewOf(engine.view()).conflicts.length === 1);
  const [conflict] = trayViewOf(engine.view()).conflicts;
  expect(conflict?.transfers.map(({ name }) => name)).toEqual(['a.txt']);
  engine.decide(conflict?.first.id ?? '', 'skip', true);
  await settled(engine);
  const { summary } = engine.view();
  expect({ done: summary.done, skipped: summary.skipped }).toEqual({ done: 1, skipped: 1 });
  expect(isAllUploaded(summary)).toBe(false);
  expect(isAllUploaded({ ...summary, skipped: 0 })).toBe(true);
});
