import { runCoffer } from '@coffer/testing/coffer-command';
import type { CofferProcess } from '@coffer/testing/coffer-process';
import { expect } from '@playwright/test';
import type { DataFolder } from './data-folder.ts';

export async function runPeople(
  { coffer, data }: { readonly coffer: CofferProcess; readonly data: DataFolder },
  args: readonly string[],
): Promise<string> {
  const { url, ports } = coffer;
  const ran = await runCoffer(['people', ...args], {
    COFFER_DATA: data.path,
    COFFER_URL: url,
    COFFER_PORT: String(ports.app),
    COFFER_STORE_PORT: String(ports.store),
    COFFER_POOL_PORT: String(ports.pool),
    ...data.environment,
  });
  expect(ran, ran.stderr).toMatchObject({ exitCode: 0 });
  return ran.stdout;
}

export function linkIn(output: string): string {
  return /^http\S+$/m.exec(output)?.[0] ?? 'no link was printed';
}
