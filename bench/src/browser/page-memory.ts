import { truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataFolder } from '@coffer/e2e/data-folder';
import { ADMINISTRATOR, welcome } from '@coffer/e2e/first-start';
import { Person } from '@coffer/e2e/person';
import { temporaryFolder } from '@coffer/testing';
import { startCoffer } from '@coffer/testing/coffer-process';
import { openPlainBrowser, type PlainBrowser, signInPlain } from './plain-browser.ts';
import type { Figure } from '../figure.ts';

const MIB = 1024 * 1024;
const SIZE_MIB = Number(process.env['COFFER_BENCH_LARGE_MIB'] ?? 10_240);
const BOUND_MIB = 200;
const SAMPLE_EVERY_MS = 200;
const LIMIT_MS = 1_800_000;
const IS_HERE = `[...document.querySelectorAll('h2')].some(({ textContent }) => textContent === '1 file uploaded')`;
const HAS_FAILED = `document.querySelector('[aria-label="Retry all"]') !== null`;

/**
 * Memory of the page's process, including workers, during the upload of a sparse 10 GiB file: anonymous pages, resident
 * or swapped, as in the browser's task manager. Fails above the bound.
 */
export async function benchPageMemory(): Promise<readonly Figure[]> {
  if (process.platform !== 'linux') {
    console.log('page memory: skipped, the memory of a process is read from /proc, which only Linux has');
    return [];
  }
  await using data = await createDataFolder('bench-memory');
  await using folder = temporaryFolder('bench-memory');
  const path = join(folder.path, 'large.bin');
  writeFileSync(path, '');
  truncateSync(path, SIZE_MIB * MIB);
  const coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  try {
    await welcome(coffer);
    const person = new Person(coffer.url);
    const { personalSpace } = await person.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    await person.call('changeSpaceQuota', {
      params: { spaceId: personalSpace.id },
      body: { quotaBytes: 2 * SIZE_MIB * MIB },
    });
    await using browser = await openPlainBrowser();
    const page = await browser.newPage();
    await signInPlain(page, coffer.url);
    const beforeMib = await memoryMib(browser);
    const startedAtMs = performance.now();
    await page.choose('input[type="file"]', path);
    const samples: number[] = [];
    while ((await page.valueOf(IS_HERE)) !== true) {
      if (performance.now() - startedAtMs > LIMIT_MS) throw new Error('the upload took too long');
      if ((await page.valueOf(HAS_FAILED)) === true) throw new Error('the upload failed');
      samples.push(await memoryMib(browser));
      await sleep(SAMPLE_EVERY_MS);
    }
    const seconds = (performance.now() - startedAtMs) / 1_000;
    return figuresOf({ beforeMib, samples, seconds });
  } finally {
    await coffer.stop();
  }
}

interface Measured {
  readonly beforeMib: number;
  readonly samples: readonly number[];
  readonly seconds: number;
}

function figuresOf({ beforeMib, samples, seconds }: Measured): readonly Figure[] {
  const sorted = samples.toSorted((one, other) => one - other);
  const mostMib = sorted.at(-1) ?? Number.NaN;
  const middleMib = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  console.log(
    `page memory, ${SIZE_MIB} MiB on their way up in ${seconds.toFixed(0)} s: ${mostMib.toFixed(0)} MiB at most, ` +
      `${middleMib.toFixed(0)} MiB in the middle, ${beforeMib.toFixed(0)} MiB before (${samples.length} samples; bound ${BOUND_MIB} MiB)`,
  );
  if (!(mostMib < BOUND_MIB)) process.exitCode = 1;
  return [
    {
      name: `memory of the page, ${SIZE_MIB} MiB on their way up`,
      value: mostMib,
      unit: 'MiB',
      baseline: 'bound',
      baselineValue: BOUND_MIB,
      goal: 1,
    },
  ];
}

/** The browser also keeps a smaller spare renderer. */
async function memoryMib(browser: PlainBrowser): Promise<number> {
  const each = await Promise.all((await browser.renderers()).map(async (id) => await footprintMib(id)));
  return Math.max(...each);
}

async function footprintMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return ['RssAnon', 'VmSwap']
    .map((name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024)
    .reduce((sum, one) => sum + one, 0);
}
