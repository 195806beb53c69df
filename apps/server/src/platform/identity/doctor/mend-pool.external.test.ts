// Needs the AWS CLI and `jq`.
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder, testPython } from '@coffer/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, CASES, type PlantedPool, startPlantedPool } from './doctor.contract.ts';
import { examinePool } from './examine-pool.ts';

const python = testPython();

function commandOf(fix: string | null | undefined): string | undefined {
  return fix?.startsWith('aws ') === true ? fix.split('; or take ')[0] : undefined;
}

describe.skipIf(python === undefined)('each printed command fixes its problem', () => {
  let pools: PlantedPool;
  beforeAll(async () => {
    pools = await startPlantedPool();
  });
  afterAll(async () => await pools.close());

  test.each(CASES)('%s', async (_, planted) => {
    const pool = await pools.plant(planted);
    const command = commandOf((await examinePool(pool))[0]?.fix);
    if (command === undefined) return;
    await using folder = temporaryFolder();
    await promisify(execFile)('bash', ['-o', 'pipefail', '-c', command], {
      cwd: folder.path,
      env: {
        PATH: `${dirname(python ?? '')}:/usr/bin:/bin`,
        HOME: folder.path,
        AWS_ACCESS_KEY_ID: ADMIN.accessKeyId,
        AWS_SECRET_ACCESS_KEY: ADMIN.secretAccessKey,
      },
    });
    expect((await examinePool(pool)).map(({ code }) => code)).toEqual(['fine']);
  });

  test('most of what may be wrong at a pool has a command', async () => {
    const fixes = await Promise.all(
      CASES.map(async ([, planted]) => (await examinePool(await pools.plant(planted)))[0]?.fix),
    );
    expect(fixes.map(commandOf).filter((command) => command !== undefined).length).toBeGreaterThan(15);
  });
});
