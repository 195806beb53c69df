import { randomFillSync } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, readSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM } from '@coffer/e2e/chromium';
import { ADMINISTRATOR } from '@coffer/e2e/first-start';
import { chromium, type Page } from '@playwright/test';
import { type Figure, timed } from './report.ts';

const MIB = 1024 * 1024;
const SIZE_MIB = Number(process.env['COFFER_BENCH_MIB'] ?? 1_024);
const BLOCK = 16 * MIB;

/** A file of 1 GiB up and down through the browser, against a bare copy of the same file on the same disk. */
export async function benchTransfer(url: string): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-bench-'));
  const browser = await chromium.launch(CHROMIUM);
  try {
    const source = join(folder, 'source.bin');
    fill(source);
    copy(source, join(folder, 'warm.bin'));
    const bareMs = await timed(async () => copy(source, join(folder, 'copy.bin')));
    const page = await browser.newPage({ acceptDownloads: true });
    await signIn(page, url);
    const upMs = await timed(() => upload(page, source));
    const downMs = await timed(() => download(page));
    const baseline = { baseline: 'bare copy, fsync', baselineMs: bareMs };
    return [
      { name: `upload of ${SIZE_MIB} MiB`, ms: upMs, ...baseline },
      { name: `download of ${SIZE_MIB} MiB`, ms: downMs, ...baseline },
    ];
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('E-mail or user name').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('grid').waitFor();
}

async function upload(page: Page, path: string): Promise<void> {
  await page.getByLabel('Upload files').first().setInputFiles(path);
  await page.getByRole('heading', { name: '1 file is here' }).waitFor({ timeout: 600_000 });
}

/** Until the browser has it on the disk. */
async function download(page: Page): Promise<void> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Actions for source.bin' }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await (await started).path();
}

/** A file of so many MiB that nothing can compress. */
export function fill(path: string, sizeMib = SIZE_MIB): void {
  const block = Buffer.alloc(MIB);
  const file = openSync(path, 'w');
  for (let count = 0; count < sizeMib; count += 1) writeSync(file, randomFillSync(block));
  fsyncSync(file);
  closeSync(file);
}

/** What no transfer can beat: read, write, and wait until the disk has it. */
function copy(from: string, to: string): void {
  const block = Buffer.alloc(BLOCK);
  const source = openSync(from, 'r');
  const target = openSync(to, 'w');
  for (let read = readSync(source, block); read > 0; read = readSync(source, block))
    writeSync(target, block, 0, read);
  fsyncSync(target);
  closeSync(source);
  closeSync(target);
}
