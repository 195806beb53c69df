// What the kernel is asked to do for one PUT, in order, as strace sees it. SIGKILL cannot show a missing sync, because the page
// cache outlives the process; this can. Skipped where there is no strace.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { startBin } from './live-bin.contract.ts';
import { bytes, CREDENTIAL, REGION } from './live-store.contract.ts';

const isAbsent = spawnSync('strace', ['-f', 'true']).status !== 0;

/** One word for each system call that matters. */
function stepOf(line: string): string | undefined {
  if (/ (?:fdatasync|fsync)\(\d+<[^>]*\/blobs\/[0-9a-f]{2}\/[0-9a-f]{32}>/.test(line)) return 'sync blob';
  if (/ (?:fdatasync|fsync)\(\d+<[^>]*\/blobs\/[0-9a-f]{2}>/.test(line)) return 'sync blob folder';
  if (/ (?:fdatasync|fsync)\(\d+<[^>]*\/meta\/files\/[0-9a-f]{2}\/[^>]*\.tmp>/.test(line))
    return 'sync manifest';
  if (/ (?:fdatasync|fsync)\(\d+<[^>]*\/meta\/files\/[0-9a-f]{2}>/.test(line)) return 'sync manifest folder';
  if (/ rename(?:at2?)?\(.*\.tmp".*\/meta\/files\//.test(line)) return 'rename';
  if (/ unlink(?:at)?\(.*\/meta\/files\/[0-9a-f]{2}\/[0-9a-f]{64}"/.test(line)) return 'unlink manifest';
  if (/ unlink(?:at)?\(.*\/blobs\//.test(line)) return 'unlink blob';
  return / (?:write|writev|sendto|sendmsg)\(.*HTTP\/1\.1 20[04]/.test(line) ? 'answer' : undefined;
}

test.skipIf(isAbsent)(
  'an answer is sent when everything is durable, and a blob goes when nothing names it',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coffer-order-'));
    const trace = join(folder, 'trace');
    try {
      const calls =
        'trace=fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,write,writev,sendto,sendmsg';
      const bin = await startBin({ folder: join(folder, 'store') }, [
        'strace',
        '-f',
        '-y',
        '-s',
        '64',
        '-e',
        calls,
        '-o',
        trace,
      ]);
      const endpoint = `http://127.0.0.1:${bin.said.port ?? 0}`;
      const client = new S3Client({
        endpoint,
        region: REGION,
        credentials: CREDENTIAL,
        forcePathStyle: true,
        maxAttempts: 1,
      });
      const target = { Bucket: 'files', Key: 'ordered' };
      await client.send(new PutObjectCommand({ ...target, Body: bytes(3_000_000) }));
      await client.send(new DeleteObjectCommand(target));
      client.destroy();
      bin.child.stdin?.end();
      await bin.exitCode();
      const steps = readFileSync(trace, 'utf8')
        .split('\n')
        .filter((line) => !line.includes('resumed>'))
        .map(stepOf)
        .filter((step) => step !== undefined);
      const put = steps.slice(0, steps.indexOf('answer') + 1).slice(-6);
      // Bytes, their name and the record may become durable in any order, but all of them before the rename.
      expect(put.slice(0, 3).toSorted()).toEqual(['sync blob', 'sync blob folder', 'sync manifest']);
      expect(put.slice(3)).toEqual(['rename', 'sync manifest folder', 'answer']);
      const remove = steps.slice(steps.indexOf('answer') + 1);
      expect(remove.slice(0, 2)).toEqual(['unlink manifest', 'sync manifest folder']);
      expect(remove.slice(2).toSorted()).toEqual(['answer', 'unlink blob']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
