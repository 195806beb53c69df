import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, median, timed } from './report.ts';
import { cpuMsOf, type ServerProcess, startScript, startStore } from './server-process.ts';
import { EMPTY, send, signed } from './signed-requests.ts';
import { benchSmallObjects } from './small-objects.ts';

const MIB = 1024 * 1024;
const SIZE_MIB = Number(process.env['COFFER_BENCH_MIB'] ?? 1_024);
const PART_MIB = 16;
const AT_ONCE = 4;
const ROUNDS = 5;

/**
 * Parts of 16 MiB, four at a time, their SHA-256 verified and their bytes made durable: by the embedded store, and by a server of a
 * few lines that does nothing else. Time is how long both take; processor time is what their processes used.
 */
export async function benchStore(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-bench-store-'));
  const part = randomBytes(PART_MIB * MIB);
  const store = await storeForParts(join(folder, 'store'));
  const bare = await bareForParts(folder);
  try {
    const rounds: { readonly store: Spent; readonly bare: Spent }[] = [];
    // The first round is for the compilers and the caches.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const spent = { bare: await spend(bare, part), store: await spend(store, part) };
      if (round > 0) rounds.push(spent);
    }
    const of = (server: 'store' | 'bare', unit: keyof Spent): number =>
      median(rounds.map((each) => each[server][unit]));
    const baseline = 'bare server: SHA-256, fdatasync';
    return [
      {
        name: `${SIZE_MIB} MiB into the store`,
        ms: of('store', 'ms'),
        baseline,
        baselineMs: of('bare', 'ms'),
      },
      {
        name: 'its processor time for 1 GiB',
        ms: (of('store', 'cpuMs') * 1024) / SIZE_MIB,
        baseline,
        baselineMs: (of('bare', 'cpuMs') * 1024) / SIZE_MIB,
      },
      ...(await benchSmallObjects(store, folder)),
    ];
  } finally {
    store.child.kill('SIGKILL');
    bare.child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

interface Spent {
  readonly ms: number;
  readonly cpuMs: number;
}

interface PartServer extends ServerProcess {
  /** Takes a part of that number; `sha256` is its hash in hex. */
  put(number: number, part: Buffer, sha256: string): Promise<void>;
}

async function spend(server: PartServer, part: Buffer): Promise<Spent> {
  const sha256 = createHash('sha256').update(part).digest('hex');
  const before = cpuMsOf(server.child);
  let next = 1;
  const work = async (): Promise<void> => {
    for (let number = next++; number <= SIZE_MIB / PART_MIB; number = next++)
      await server.put(number, part, sha256);
  };
  const ms = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, work)));
  return { ms, cpuMs: cpuMsOf(server.child) - before };
}

/** The store with a multipart upload begun. */
async function storeForParts(folder: string): Promise<PartServer> {
  const { child, port } = await startStore({ folder });
  const key = 'object';
  const begun = await send(port, signed(port, { method: 'POST', key, query: 'uploads=', sha256: EMPTY }));
  const uploadId = /<UploadId>(\w+)</.exec(begun)?.[1] ?? '';
  return {
    child,
    port,
    put: async (number, part, sha256) => {
      const query = `partNumber=${number}&uploadId=${uploadId}`;
      await send(port, { ...signed(port, { method: 'PUT', key, query, sha256 }), body: part });
    },
  };
}

/** What no store can beat by much: it hashes, writes, syncs, answers, and knows nothing. */
const BARE = `
import { createHash, randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
const server = createServer(async (incoming, outgoing) => {
  const path = join(process.argv[1], randomUUID());
  const file = await open(path, 'wx');
  const hash = createHash('sha256');
  for await (const chunk of incoming) {
    hash.update(chunk);
    await file.write(chunk);
  }
  await file.datasync();
  await file.close();
  outgoing.writeHead(hash.digest('hex') === incoming.headers['x-amz-content-sha256'] ? 200 : 400).end();
  await unlink(path);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

async function bareForParts(folder: string): Promise<PartServer> {
  const { child, port } = await startScript(BARE, folder);
  return {
    child,
    port,
    put: async (_number, part, sha256) => {
      await send(port, { method: 'PUT', path: '/', headers: { 'x-amz-content-sha256': sha256 }, body: part });
    },
  };
}
