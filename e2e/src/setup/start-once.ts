import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCoffer } from '@coffer/testing/coffer-process';
import { shareStartedFolder } from '@coffer/testing/started-folder';
import { startSharedServer } from './shared-server.ts';

/** Nothing has happened in the started folder yet: the next start prints its welcome link. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls it.
export default async function startOnce(): Promise<() => Promise<void>> {
  await using stack = new AsyncDisposableStack();
  const outer = await mkdtemp(join(tmpdir(), 'coffer-started-'));
  stack.defer(async () => await rm(outer, { recursive: true, force: true, maxRetries: 5 }));
  const dataFolder = join(outer, 'data');
  await (await startCoffer({ dataFolder })).stop();
  await shareStartedFolder(dataFolder);
  stack.use(await startSharedServer());
  const rest = stack.move();
  return async () => await rest.disposeAsync();
}
