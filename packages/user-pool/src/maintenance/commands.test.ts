import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@coffer/testing';
import { expect, test } from 'vitest';
import { KEY, POOL_ID, startPool } from '../testing/pool-fixture.ts';

const BIN = fileURLToPath(new URL('../bin.ts', import.meta.url));

const base64 = (key: Uint8Array) => Buffer.from(key).toString('base64');

async function run(command: string, configuration: object) {
  const child = spawn(process.execPath, [BIN, command], { stdio: ['pipe', 'pipe', 'ignore'] });
  const said = text(child.stdout);
  child.stdin.write(`${JSON.stringify(configuration)}\n`);
  const [code]: unknown[] = await once(child, 'exit');
  return { code, said: JSON.parse(await said) as unknown };
}

test('a command works on the configured database, reports what it did, and exits', async () => {
  await using database = await testDatabase();
  const fixture = await startPool(database.connectionString);
  const configuration = {
    database: { connectionString: database.connectionString },
    listen: {},
    encryptionKey: base64(new Uint8Array(32).fill(9)),
    encryptionKeyId: 'k2',
    previousKeys: [{ id: KEY.id, key: base64(KEY.key) }],
    adminCredentials: [],
    pools: [],
  };
  const rotated = await run('rotate-keys', configuration);
  expect(rotated).toEqual({ code: 0, said: { rotated: expect.arrayContaining([POOL_ID]) } });
  const resealed = await run('reseal', configuration);
  expect(resealed).toEqual({ code: 0, said: { resealed: expect.any(Number), left: 0 } });
  const unknown = await run('explode', configuration);
  expect(unknown).toMatchObject({ code: 1, said: { error: { code: 'command_unknown' } } });
  const keyless = await run('reseal', { ...configuration, previousKeys: [], encryptionKeyId: 'k3' });
  expect(keyless).toMatchObject({ code: 1, said: { error: { code: 'encryption_key_mismatch' } } });
  await fixture.close();
}, 600_000);
