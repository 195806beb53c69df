import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Figure, median, timed } from './report.ts';

const MIB = 1024 * 1024;
const SIZE_MIB = Number(process.env['COFFER_BENCH_MIB'] ?? 1_024);
const PART_MIB = 16;
const AT_ONCE = 4;
const ROUNDS = 5;
const KEY_PAIR = { accessKeyId: 'BENCHBENCH', secretAccessKey: 'of this run, on loopback' };
const REGION = 'us-east-1';

/**
 * Parts of 16 MiB, four at a time, their SHA-256 verified and their bytes made durable: by the embedded store, and by a server of a
 * few lines that does nothing else. Time is how long both take; processor time is what their processes used.
 */
export async function benchStore(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-bench-store-'));
  const part = randomBytes(PART_MIB * MIB);
  const store = await startStore(join(folder, 'store'));
  const bare = await startBare(folder);
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

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
  /** Takes a part of that number; `sha256` is its hash in hex. */
  put(number: number, part: Buffer, sha256: string): Promise<void>;
}

async function spend(server: Server, part: Buffer): Promise<Spent> {
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

/** User and system time, as Linux counts it in hundredths of a second. */
function cpuMsOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid ?? 0}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    // Other systems do not tell.
    return Number.NaN;
  }
}

async function startStore(folder: string): Promise<Server> {
  const child = spawn(
    process.execPath,
    [createRequire(import.meta.url).resolve('@coffer/object-store/bin')],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  const config = { folder, port: 0, region: REGION, credentials: [KEY_PAIR], buckets: ['bench'] };
  child.stdin.write(`${JSON.stringify(config)}\n`);
  const port = Number(/"port":(\d+)/.exec(await firstLine(child))?.[1]);
  const begun = await send(port, signed(port, { method: 'POST', query: 'uploads=', sha256: EMPTY }));
  const uploadId = /<UploadId>(\w+)</.exec(begun)?.[1] ?? '';
  return {
    child,
    port,
    put: async (number, part, sha256) => {
      const query = `partNumber=${number}&uploadId=${uploadId}`;
      await send(port, { ...signed(port, { method: 'PUT', query, sha256 }), body: part });
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

async function startBare(folder: string): Promise<Server> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', BARE, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = Number(await firstLine(child));
  return {
    child,
    port,
    put: async (_number, part, sha256) => {
      await send(port, { method: 'PUT', path: '/', headers: { 'x-amz-content-sha256': sha256 }, body: part });
    },
  };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the child has a standard output');
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('the child said nothing');
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

async function send(port: number, { method, path, headers, body }: Sent): Promise<string> {
  const length = String(body?.length ?? 0);
  const outgoing = request({
    port,
    agent,
    host: '127.0.0.1',
    method,
    path,
    headers: { ...headers, 'content-length': length },
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  outgoing.once('response', resolve);
  outgoing.once('error', reject);
  outgoing.end(body);
  const incoming = await promise;
  let text = '';
  incoming.setEncoding('utf8');
  for await (const chunk of incoming) text += String(chunk);
  if (incoming.statusCode !== 200) throw new Error(`${method} was answered ${incoming.statusCode}: ${text}`);
  return text;
}

const PATH = '/bench/object';
const EMPTY = createHash('sha256').digest('hex');

/** A request signed in its header; the query must be in order already. */
function signed(
  port: number,
  { method, query, sha256 }: { readonly method: string; readonly query: string; readonly sha256: string },
): Sent {
  const date = `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const scope = `${date.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const fields = `host:127.0.0.1:${port}\nx-amz-content-sha256:${sha256}\nx-amz-date:${date}\n`;
  const canonical = [method, PATH, query, fields, names, sha256].join('\n');
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const [day = '', ...others] = scope.split('/');
  const first = hmac(Buffer.from(`AWS4${KEY_PAIR.secretAccessKey}`), day);
  const key = others.reduce((secret, piece) => hmac(secret, piece), first);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', date, scope, hashed].join('\n')).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${KEY_PAIR.accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  const headers = { authorization, 'x-amz-content-sha256': sha256, 'x-amz-date': date };
  return { method, path: `${PATH}?${query}`, headers };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
