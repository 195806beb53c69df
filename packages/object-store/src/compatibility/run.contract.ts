import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from './client.contract.ts';
import { runSuite, type SuiteResult } from './suite.contract.ts';
import {
  contradictions,
  isStoreName,
  mergeMarks,
  README_FILE,
  readResults,
  RESULTS_FILE,
  type StoreName,
  withTable,
} from './table.contract.ts';
import { startObjectStoreServer } from '../index.ts';

// Tests third-party clients against the store of COFFER_TEST_S3, otherwise the embedded one, and compares the README
// table. `--write` updates it.
const isWriting = process.argv.includes('--write');
const REGION = 'us-east-1';
const CREDENTIAL = { accessKeyId: 'COMPATIBILITY', secretAccessKey: 'only for this run on loopback' };

const known = readResults();
const external = externalEndpoint();
const store = storeName();
const result = external === undefined ? await runEmbedded() : await runSuite(external);
const { version, marks } = known.stores[store];
tell(version, result);

if (isWriting) {
  const found = {
    version: process.env['COFFER_TEST_STORE_VERSION'] ?? version,
    marks: mergeMarks(marks, result),
  };
  const results = {
    versions: { ...known.versions, ...result.versions },
    stores: { ...known.stores, [store]: found },
  };
  writeFileSync(RESULTS_FILE, `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(README_FILE, withTable(readFileSync(README_FILE, 'utf8'), results));
} else {
  const found = contradictions(marks, result);
  for (const each of found) console.error(`${store}: ${each}`);
  if (found.length > 0) process.exitCode = 1;
}

function storeName(): StoreName {
  const name = process.env['COFFER_TEST_S3'] === undefined ? 'embedded' : process.env['COFFER_TEST_STORE'];
  if (name === undefined || !isStoreName(name))
    throw new Error('COFFER_TEST_STORE does not name a column of the table');
  return name;
}

async function runEmbedded(): Promise<SuiteResult> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-compatibility-'));
  const started = await startObjectStoreServer({
    folder,
    host: '127.0.0.1',
    port: 0,
    region: REGION,
    credentials: [CREDENTIAL],
    clock: { now: () => new Date() },
    log: () => undefined,
  });
  if (!started.ok) throw new Error(`the store did not start: ${started.error.code}`);
  try {
    return await runSuite({ url: `http://127.0.0.1:${started.value.port}`, region: REGION, ...CREDENTIAL });
  } finally {
    await started.value.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function externalEndpoint(): Endpoint | undefined {
  const named = process.env['COFFER_TEST_S3'];
  if (named === undefined) return undefined;
  const settings: unknown = JSON.parse(named);
  const setting = (name: string): string => {
    const value: unknown =
      typeof settings === 'object' && settings !== null ? Reflect.get(settings, name) : undefined;
    if (typeof value !== 'string') throw new Error(`COFFER_TEST_S3 has no ${name}`);
    return value;
  };
  return {
    url: setting('COFFER_S3_ENDPOINT'),
    region: setting('COFFER_S3_REGION'),
    accessKeyId: setting('COFFER_S3_ACCESS_KEY_ID'),
    secretAccessKey: setting('COFFER_S3_SECRET_ACCESS_KEY'),
  };
}

function tell(name: string, { outcomes, versions }: SuiteResult): void {
  console.log(`\n${name}: ${Object.values(versions).join(', ')}`);
  for (const mark of ['yes', 'no', 'omitted'] as const) {
    console.log(`  ${mark}: ${outcomes.filter((outcome) => outcome.mark === mark).length}`);
  }
  for (const { case: each, client, mark, reason = '' } of outcomes) {
    if (mark === 'no') console.log(`  ${client}, ${each}: ${reason.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
  }
}
