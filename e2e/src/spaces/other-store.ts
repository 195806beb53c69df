import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@coffer/testing';
import { z } from 'zod';
import {
  fillBucket,
  type Objects,
} from '../../../apps/server/src/platform/blobs/source/fill-bucket.world.ts';

const STORE = fileURLToPath(new URL('../../../packages/object-store/entry/bin.js', import.meta.url));
const Ready = z.object({ ready: z.literal(true), port: z.number() });

/** A store of somebody else with a filled bucket, as a process with keys of its own. */
export async function startOtherStore(bucket: string, objects: Objects) {
  const folder = temporaryFolder('other-store');
  const region = 'us-east-1';
  const keys = { accessKeyId: 'AKOFANOTHERSTORE', secretAccessKey: 'the secret of another store' };
  const config = {
    folder: folder.path,
    host: '127.0.0.1',
    port: 0,
    region,
    credentials: [keys],
    buckets: [bucket],
  };
  const child = spawn(process.execPath, [STORE], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.write(`${JSON.stringify({ ...config, corsOrigins: [], logsRequests: false })}\n`);
  const [line] = await once(createInterface(child.stdout), 'line');
  const { port } = Ready.parse(JSON.parse(String(line)));
  const address = { endpoint: `http://127.0.0.1:${port}`, region, bucket, prefix: '', ...keys };
  await fillBucket(address, objects);
  return {
    address,
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
      await folder.remove();
    },
  };
}
