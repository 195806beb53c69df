import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, median, timed } from './report.ts';
import { cpuMsOf, type ServerProcess, startScript } from './server-process.ts';
import { EMPTY, type Sent, send, signed, signedBundle } from './signed-requests.ts';

const OBJECT_BYTES = 4096;
const OBJECTS = 1000;
const CONNECTIONS = [6, 16];
const ROUNDS = 3;
const BUNDLE_OBJECTS = 100;
const BUNDLE_CONNECTIONS = 2;
/** More of them, because Linux counts processor time in hundredths of a second. */
const BUNDLED = 5000;

/** What a store cannot do without: hash the bytes, make file and name durable, answer; and read a file back. */
const BARE = `
import { createHash, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
const root = process.argv[1];
const files = [];
let reads = 0;
const server = createServer(async (incoming, outgoing) => {
  if (incoming.method === 'GET') {
    outgoing.end(await readFile(files[reads++ % files.length]));
    return;
  }
  const id = randomBytes(16).toString('hex');
  const path = root + '/' + id.slice(0, 1) + '/' + id;
  const file = await open(path, 'wx');
  const hash = createHash('sha256');
  for await (const chunk of incoming) {
    hash.update(chunk);
    await file.write(chunk);
  }
  await file.datasync();
  await file.close();
  const folder = await open(root + '/' + id.slice(0, 1));
  await folder.datasync();
  await folder.close();
  files.push(path);
  outgoing.writeHead(hash.digest('hex') === incoming.headers['x-amz-content-sha256'] ? 200 : 400).end();
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** Objects of 4 KiB in and out, one after another on each of some connections: time and processor time of one of them. */
export async function benchSmallObjects(store: ServerProcess, folder: string): Promise<readonly Figure[]> {
  const root = join(folder, 'bare-objects');
  for (const name of '0123456789abcdef') mkdirSync(join(root, name), { recursive: true });
  const bare = await startScript(BARE, root);
  const body = randomBytes(OBJECT_BYTES);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const requests = {
    put: {
      store: (key: string): Sent => ({ ...signed(store.port, { method: 'PUT', key, sha256 }), body }),
      bare: (): Sent => ({ method: 'PUT', path: '/', headers: { 'x-amz-content-sha256': sha256 }, body }),
    },
    get: {
      store: (key: string): Sent => signed(store.port, { method: 'GET', key, sha256: EMPTY }),
      bare: (): Sent => ({ method: 'GET', path: '/', headers: {} }),
    },
  };
  const figures: Figure[] = [];
  try {
    for (const connections of CONNECTIONS) {
      for (const verb of ['put', 'get'] as const) {
        const rounds: { readonly store: Spent; readonly bare: Spent }[] = [];
        for (let round = 0; round <= ROUNDS; round += 1) {
          const spent = {
            bare: await spend(bare, requests[verb].bare, connections),
            store: await spend(store, requests[verb].store, connections),
          };
          if (round > 0) rounds.push(spent);
        }
        figures.push(
          ...figuresOf(`4 KiB ${verb === 'put' ? 'in' : 'out'}, ${connections} connections`, rounds),
        );
      }
    }
    figures.push(...(await benchBundles(store, { body, sha256 })));
  } finally {
    bare.child.kill('SIGKILL');
  }
  return figures;
}

/** The same objects, new ones each time, many in one form and one in each request. */
async function benchBundles(
  store: ServerProcess,
  { body, sha256 }: { readonly body: Buffer; readonly sha256: string },
): Promise<readonly Figure[]> {
  const rounds: { readonly store: Spent; readonly bare: Spent }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const name = (number: number): string => `bundled/${round}/${number}`;
    const bundle = (number: number): Sent =>
      signedBundle(
        Array.from({ length: BUNDLE_OBJECTS }, (_, i) => name(number * BUNDLE_OBJECTS + i)),
        body,
      );
    const put = (number: number): Sent => ({
      ...signed(store.port, { method: 'PUT', key: `alone/${round}/${number}`, sha256 }),
      body,
    });
    const spent = {
      store: await spendOn(store, bundle, {
        connections: BUNDLE_CONNECTIONS,
        requests: BUNDLED / BUNDLE_OBJECTS,
        objects: BUNDLED,
      }),
      bare: await spendOn(store, put, { connections: 6, requests: OBJECTS, objects: OBJECTS }),
    };
    if (round > 0) rounds.push(spent);
  }
  const title = `4 KiB in, bundles of ${BUNDLE_OBJECTS}, ${BUNDLE_CONNECTIONS} connections`;
  return figuresOf(title, rounds, 'the same store: PUT, 6 connections');
}

/** Of one object. */
interface Spent {
  readonly ms: number;
  readonly cpuMs: number;
}

async function spend(
  server: ServerProcess,
  requestOf: (key: string) => Sent,
  connections: number,
): Promise<Spent> {
  return spendOn(server, (number) => requestOf(`small/${number}`), {
    connections,
    requests: OBJECTS,
    objects: OBJECTS,
  });
}

interface Load {
  readonly connections: number;
  readonly requests: number;
  /** That the requests bring, all together. */
  readonly objects: number;
}

async function spendOn(
  { child, port }: ServerProcess,
  requestOf: (number: number) => Sent,
  { connections, requests, objects }: Load,
): Promise<Spent> {
  const before = cpuMsOf(child);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let number = next++; number < requests; number = next++) await send(port, requestOf(number));
  };
  const ms = await timed(() => Promise.all(Array.from({ length: connections }, work)));
  return { ms: ms / objects, cpuMs: (cpuMsOf(child) - before) / objects };
}

function figuresOf(
  name: string,
  rounds: readonly { readonly store: Spent; readonly bare: Spent }[],
  baseline = 'bare server: hash, sync of file and folder',
): readonly Figure[] {
  const of = (server: 'store' | 'bare', unit: keyof Spent): number =>
    median(rounds.map((each) => each[server][unit]));
  return [
    { name, ms: of('store', 'ms'), baseline, baselineMs: of('bare', 'ms') },
    { name: `${name}: processor`, ms: of('store', 'cpuMs'), baseline, baselineMs: of('bare', 'cpuMs') },
  ];
}
