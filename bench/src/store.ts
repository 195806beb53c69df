import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIZE_MIB } from './files.ts';
import type { Figure } from './figure.ts';
import { median, timed } from './statistics.ts';
import { cpuMsOf, type ServerProcess, startScript, startStore } from './server-process.ts';
import { EMPTY, send, signed } from './signed-requests.ts';

const MIB = 1024 * 1024;
const PART_MIB = 16;
const AT_ONCE = 4;
const ROUNDS = 5;
const PROCESSOR_GOAL_MS = 2_000;

/** The embedded store against a minimal server: parts of 16 MiB, hashed and synced to disk. */
export async function benchStore(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-bench-store-'));
  const part = randomBytes(PART_MIB * MIB);
  const store = await storeForParts(join(folder, 'store'));
  const bare = await bareForParts(folder);
  try {
    const rounds: { readonly store: Spent; readonly bare: Spent }[] = [];
    // The first round is warm-up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const spent = { bare: await spend(bare, part), store: await spend(store, part) };
      if (round > 0) rounds.push(spent);
    }
    const of = (server: 'store' | 'bare', unit: keyof Spent): number =>
      median(rounds.map((each) => each[server][unit]));
    return [
      {
        name: `${SIZE_MIB} MiB into the store`,
        value: of('store', 'ms'),
        unit: 'ms',
        baseline: 'a bare server: SHA-256, fdatasync',
        baselineValue: of('bare', 'ms'),
        goal: 1.25,
      },
      {
        name: '1 GiB into the store: processor',
        value: (of('store', 'cpuMs') * 1024) / SIZE_MIB,
        unit: 'ms',
        baseline: 'goal',
        baselineValue: PROCESSOR_GOAL_MS,
        goal: 1,
      },
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

/** The baseline: it hashes, writes, syncs and answers, without metadata. */
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
