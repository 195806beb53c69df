import type { CofferProcess } from '@coffer/testing/coffer-process';
import { expect, type JSHandle, type Page } from '@playwright/test';

export async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
}

/** Blocks matching requests for ever. Returns a function that waits for this number of blocked requests. */
export async function holdBack(
  page: Page,
  isHeld: (url: URL) => boolean,
): Promise<(count: number) => Promise<void>> {
  let held = 0;
  await page.route(isHeld, async (route) => {
    if (route.request().method() !== 'POST') await route.continue();
    else held += 1;
  });
  return async (count) => await expect.poll(() => held, { timeout: 120_000 }).toBe(count);
}

export function toStore({ ports }: CofferProcess): (url: URL) => boolean {
  return ({ port }) => port === String(ports.store);
}

export function toCall(path: string): (url: URL) => boolean {
  return ({ pathname }) => pathname === `/api/v1${path}`;
}

export async function expectNotes(page: Page): Promise<void> {
  await page.getByRole('row', { name: 'Holiday 2026' }).dblclick();
  await page.getByRole('row', { name: 'notes' }).dblclick();
  const notes = page.getByRole('grid', { name: 'Contents of notes' });
  await expect(notes).toHaveAttribute('aria-rowcount', '67');
}

export async function askedFor(page: Page): Promise<number> {
  const questions = await kept<{ numbers: unknown[] }>(page, 'questions');
  return await questions.evaluate((rows) => rows.reduce((sum, { numbers }) => sum + numbers.length, 0));
}

/** Whether a page may read the stored handles without a prompt. */
export async function mayRead(page: Page): Promise<boolean> {
  const batches = await kept<{ roots: { queryPermission(options: object): Promise<string> }[] }>(
    page,
    'batches',
  );
  return await batches.evaluate(async (rows) => {
    const roots = rows.flatMap((row) => row.roots);
    const answers = await Promise.all(roots.map((root) => root.queryPermission({ mode: 'read' })));
    return answers.every((answer) => answer === 'granted');
  });
}

async function kept<T>(page: Page, store: string): Promise<JSHandle<T[]>> {
  return await page.evaluateHandle(
    async (name) =>
      await new Promise<T[]>((resolve, reject) => {
        const opening = indexedDB.open('coffer-transfers');
        opening.onerror = () => reject(opening.error ?? new Error('it could not be opened'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error ?? new Error('it could not be read'));
          opening.result.close();
        };
      }),
    store,
  );
}
