// oxlint-disable node/no-process-env -- the run says whether the clients are there.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MIB, MINUTE_MS } from '@coffer/kit';
import { temporaryFolder } from '@coffer/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DavWorld, startDavWorld } from './dav.world.ts';

describe.skipIf(process.env['COFFER_TEST_DRIVE'] === undefined)('clients of others', () => {
  let dav: DavWorld;
  const folder = temporaryFolder('drive');
  beforeAll(async () => {
    dav = await startDavWorld();
  });
  afterAll(async () => {
    await dav[Symbol.asyncDispose]();
    await folder.remove();
  });

  const run = async (program: string, args: readonly string[], environment = {}): Promise<string> => {
    const options = { cwd: folder.path, env: { ...process.env, ...environment }, maxBuffer: 300 * MIB };
    const { stdout } = await promisify(execFile)(program, args, { ...options, encoding: 'latin1' });
    return stdout;
  };

  test.each(['basic', 'copymove', 'props', 'locks', 'http'])(
    'litmus finds nothing wrong in %s',
    { timeout: 5 * MINUTE_MS },
    async (suite) => {
      const { username } = dav.owner.person;
      const printed = await run('litmus', [`${dav.url}/dav/Personal/`, username, username], { TESTS: suite });
      expect(printed).toMatch(/ 0 failed\. 100\.0%/);
      expect(printed).not.toMatch(/WARNING/);
    },
  );

  test('rclone copies up, compares, moves, reads a range and copies down', {
    timeout: 5 * MINUTE_MS,
  }, async () => {
    const { username } = dav.owner.person;
    const remote = {
      RCLONE_CONFIG: join(folder.path, 'none.conf'),
      RCLONE_CONFIG_DAV_TYPE: 'webdav',
      RCLONE_CONFIG_DAV_VENDOR: 'owncloud',
      RCLONE_CONFIG_DAV_URL: `${dav.url}/dav/Personal`,
      RCLONE_CONFIG_DAV_USER: username,
      RCLONE_CONFIG_DAV_PASS: (await run('rclone', ['obscure', username])).trim(),
    };
    const rclone = async (...args: readonly string[]): Promise<string> => await run('rclone', args, remote);
    mkdirSync(join(folder.path, 'up/Ümlaut & more'), { recursive: true });
    const large = randomBytes(100 * MIB);
    writeFileSync(join(folder.path, 'up/large.bin'), large);
    writeFileSync(join(folder.path, 'up/empty'), '');
    writeFileSync(join(folder.path, 'up/Ümlaut & more/100% #1 «x».txt'), 'text');
    await rclone('copy', 'up', 'dav:up');
    await rclone('check', '--download', 'up', 'dav:up');
    await rclone('moveto', 'dav:up/large.bin', 'dav:moved/renamed.bin');
    const part = await rclone('cat', '--offset', '100000000', '--count', '1000', 'dav:moved/renamed.bin');
    expect(Buffer.from(part, 'latin1').equals(large.subarray(100_000_000, 100_001_000))).toBe(true);
    await rclone('copy', 'dav:moved', 'down');
    expect(readFileSync(join(folder.path, 'down/renamed.bin')).equals(large)).toBe(true);
    await rclone('purge', 'dav:up');
    expect((await rclone('lsf', 'dav:')).split('\n')).not.toContain('up/');
  });
});
