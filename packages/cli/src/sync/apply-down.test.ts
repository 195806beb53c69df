import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@coffer/testing';
import { expect, test } from 'vitest';
import { createClient } from '../api/client.ts';
import { walk } from '../local/walk.ts';
import { createReport } from '../report.ts';
import { quietContext } from '../tests/quiet-context.world.ts';
import { applyDown } from './apply-down.ts';

test('a folder that cannot be removed is reported, and the others are removed', async () => {
  await using folder = temporaryFolder('removal');
  for (const name of ['first', 'second']) mkdirSync(join(folder.path, name));
  const signal = AbortSignal.timeout(20_000);
  const context = quietContext(createClient({ server: 'http://127.0.0.1', token: '', signal }), folder.path);
  const { entries } = await walk(folder.path, signal);
  rmdirSync(join(folder.path, 'first'));
  writeFileSync(join(folder.path, 'first'), 'a file by now');
  const steps = entries.map((local) => ({ kind: 'aside', local }) as const);
  const state = { files: new Map(), folders: new Set(['first', 'second']) };
  const report = createReport(context.output);
  await applyDown(context, folder.path, { steps, local: new Map(), remote: new Map(), state, report });
  expect(report.end()).toBe(1);
  expect([...state.folders]).toEqual(['first']);
});
