// File bytes go directly between browser and object store, never through the application's process. Method: a real
// browser uploads and downloads a large file, and four independent counters are read before and after. They are rchar and
// wchar of /proc/<pid>/task/*/io (system calls of this process; store, pool and database are separate), the request and
// response body sums in /metrics, and the socket bytes of its listener, also in /metrics. Idle traffic is subtracted;
// each counter may then grow by less than 1 MiB. A last step proves that the counters detect bytes that do pass through.
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { MIB, SECOND_MS } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { createSamples } from './sample-files.ts';
import { welcomeInBrowser } from './sign-in/sign-in-steps.ts';

const FILE_MIB = sized({ gate: 80, campaign: 300 });
const IDLE_MS = 4 * SECOND_MS;

test.skip(
  process.platform !== 'linux',
  'the bytes of a single process are counted by /proc, which only Linux has',
);

test(`${FILE_MIB} MiB go up and down, and the process of the application moves less than 1 MiB each way`, async ({
  page,
}) => {
  await using data = await createDataFolder('bytes');
  await using samples = await createDataFolder('bytes-samples');
  const { big } = createSamples(samples.path, FILE_MIB);
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  await welcomeInBrowser(page, coffer);
  const before = await countersOf(coffer);
  await page.waitForTimeout(IDLE_MS);
  const idlePerMs = grown(before, await countersOf(coffer), (more) => more / IDLE_MS);

  const start = await countersOf(coffer);
  const startedAt = Date.now();
  await upload(page, big);
  expect(await download(page, big.name)).toBe(big.sha256);
  const tookMs = Date.now() - startedAt;
  const moved = grown(
    start,
    await countersOf(coffer),
    (more, name) => more - (idlePerMs[name] ?? 0) * tookMs,
  );

  console.log(`bytes of the application for ${FILE_MIB} MiB each way: ${JSON.stringify(moved)}`);
  for (const [name, bytes] of Object.entries(moved)) expect(bytes, name).toBeLessThan(MIB);
  // Blocks the page's periodic request, which would be counted.
  await page.route('**/api/v1/session/status', (route) => route.abort());
  await proveThatBytesAreSeen(page, coffer);
});

async function upload(page: Page, file: { readonly path: string; readonly name: string }): Promise<void> {
  await page.getByLabel('Upload files').setInputFiles(file.path);
  await expect(page.getByRole('heading', { name: '1 file uploaded' })).toBeVisible({ timeout: 300_000 });
  await expect(page.getByRole('row', { name: file.name })).toBeVisible();
}

async function download(page: Page, name: string): Promise<string> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const hash = createHash('sha256');
  await pipeline(createReadStream(await (await arriving).path()), hash);
  return hash.digest('hex');
}

type Counters = Readonly<Record<string, number>>;

const METRICS = [
  'coffer_http_request_body_bytes_total',
  'coffer_http_response_body_bytes_total',
  'coffer_http_received_bytes',
  'coffer_http_sent_bytes',
];

async function countersOf({ url, pid }: CofferProcess): Promise<Counters> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  // The counters of the process itself would contain those of child processes that ended.
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/io`, 'utf8'),
  );
  const ofThreads = (name: string): number =>
    threads.reduce((sum, io) => sum + numberIn(io, new RegExp(`^${name}: (\\d+)$`, 'm')), 0);
  return Object.fromEntries([
    ...['rchar', 'wchar'].map((name) => [name, ofThreads(name)] as const),
    ...METRICS.map((name) => [name, numberIn(metrics, new RegExp(`^${name} (\\d+)$`, 'm'))] as const),
  ]);
}

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`no counter ${pattern.source}`);
  return Number(found);
}

function grown(before: Counters, after: Counters, per: (more: number, name: string) => number): Counters {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, Math.round(per(value - (before[name] ?? 0), name))]),
  );
}

/** Proves that the counters detect bytes that pass through. */
async function proveThatBytesAreSeen(page: Page, coffer: CofferProcess): Promise<void> {
  const before = await countersOf(coffer);
  let received = 0;
  while (received < 8 * MIB) {
    // Compressed, fewer bytes would travel than arrive here.
    const headers = { 'accept-encoding': 'identity' };
    const response = await fetch(`${coffer.url}/api/v1/openapi.json`, { headers });
    received += (await response.arrayBuffer()).byteLength;
  }
  const answered = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-coffer': '1' };
    const body = JSON.stringify({ parentId: 'x'.repeat(1_000_000), name: 'too long' });
    let bytes = 0;
    for (let count = 0; count < 9; count += 1) {
      const response = await fetch('/api/v1/folders', { method: 'POST', headers, body });
      bytes += (await response.arrayBuffer()).byteLength;
    }
    return bytes;
  });
  const seen = grown(before, await countersOf(coffer), (more) => more);
  for (const name of ['wchar', 'coffer_http_sent_bytes']) expect(seen[name], name).toBeGreaterThan(received);
  for (const name of ['rchar', 'coffer_http_received_bytes', 'coffer_http_request_body_bytes_total']) {
    expect(seen[name], name).toBeGreaterThan(8 * MIB);
  }
  // The page itself is no API operation; the refusals are.
  expect(seen['coffer_http_response_body_bytes_total']).toBe(answered);
}
