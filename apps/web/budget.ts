// What a browser fetches before a page can be used, compressed, against the budget: `node budget.ts [folder]` after the build. Ends with
// 1 when something is above.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const KIB = 1024;
const DIST = process.argv[2] ?? join(import.meta.dirname, 'dist');

/**
 * Pages by the chunk that is theirs, besides the entry: the names are those of vite.config.ts. React with its DOM is 66 KiB of each.
 * What a page can be shown without is fetched afterwards (docs/decisions/0023-list-first.md).
 */
const PAGES = [
  { name: 'sign-in page', scriptMaxKib: 85, chunk: 'sign-in' },
  { name: 'files page', scriptMaxKib: 95, chunk: 'inside' },
] as const;
const STYLE_MAX_KIB = 12;
/** The proof of a password, fetched once the form is shown. The amount that was set for it is in kB. */
const PROOF = { chunk: 'password-sign-in', maxBytes: 2_500 };
/**
 * What runs transfers, fetched with the first of them, whatever it imports that the page has not: its code, its worker, and what looks for
 * earlier ones. Without what shows them, and without what few need (taking up earlier ones, walking a drop, MD5, a file by itself). The
 * amount that was asked for is 12 KiB (docs/decisions/0044-small-files-are-read-side-by-side.md).
 */
const ENGINE = {
  page: 'inside',
  chunks: ['transfers', 'take-up'],
  workers: /^transfer\.worker-[\w-]+\.js$/,
  maxBytes: 14 * KIB,
};
/** What takes a file by itself, in parts where it has some: comes with the first that needs it. */
const SINGLE = { chunk: 'single-file', maxBytes: 3.25 * KIB };
const ENTRY = 'index.html';

interface Chunk {
  readonly name: string | undefined;
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

interface Line {
  readonly name: string;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly requests: number;
}

const manifest = await readManifest();
const scripts = await Promise.all(
  PAGES.map(({ name, scriptMaxKib, chunk }) => measureScripts(name, scriptMaxKib, keyOf(chunk))),
);
const lines = [
  ...scripts,
  await measureProof(),
  await measureEngine(),
  await measureSingle(),
  await measureStyles(),
];
for (const line of lines) process.stdout.write(`${formatLine(line)}\n`);
if (lines.some(({ bytes, maxBytes }) => bytes > maxBytes)) process.exitCode = 1;

async function measureScripts(name: string, maxKib: number, key: string): Promise<Line> {
  const files = [...closureOf([ENTRY, key])].map((each) => chunkOf(each).file);
  const all = [...files, 'theme.js'];
  return { name: `${name}, scripts`, bytes: await sizeOf(all), maxBytes: maxKib * KIB, requests: all.length };
}

async function measureProof(): Promise<Line> {
  const { file } = chunkOf(keyOf(PROOF.chunk));
  return { name: 'proof of a password', bytes: await sizeOf([file]), maxBytes: PROOF.maxBytes, requests: 1 };
}

/** Workers are not in the manifest: these are found by their names. */
async function measureEngine(): Promise<Line> {
  const workers = (await readdir(join(DIST, 'assets'))).filter((file) => ENGINE.workers.test(file));
  if (workers.length !== 1) throw new Error('one worker hashes and sends: is its name still true?');
  const files = [
    ...filesBeside([ENGINE.page], ENGINE.chunks),
    ...workers.map((file) => join('assets', file)),
  ];
  return {
    name: 'transfer engine',
    bytes: await sizeOf(files),
    maxBytes: ENGINE.maxBytes,
    requests: files.length,
  };
}

async function measureSingle(): Promise<Line> {
  const files = filesBeside([ENGINE.page, ...ENGINE.chunks], [SINGLE.chunk]);
  return {
    name: 'transfer by itself',
    bytes: await sizeOf(files),
    maxBytes: SINGLE.maxBytes,
    requests: files.length,
  };
}

/** What `chunks` need that a page has not which has those `before` them. */
function filesBeside(before: readonly string[], chunks: readonly string[]): readonly string[] {
  const had = closureOf([ENTRY, ...before.map(keyOf)]);
  return [...closureOf(chunks.map(keyOf))].filter((key) => !had.has(key)).map((key) => chunkOf(key).file);
}

/** There is one style sheet, which every page loads. */
async function measureStyles(): Promise<Line> {
  const sheets = new Set([...manifest.values()].flatMap(({ file, css = [] }) => [file, ...css]));
  const files = [...sheets].filter((file) => file.endsWith('.css'));
  return {
    name: 'styles',
    bytes: await sizeOf(files),
    maxBytes: STYLE_MAX_KIB * KIB,
    requests: files.length,
  };
}

function keyOf(name: string): string {
  const found = [...manifest].find(([key, chunk]) => chunk.name === name && !key.endsWith('.css'));
  if (found === undefined) throw new Error(`no chunk is named ${name}: is the list of pages still true?`);
  return found[0];
}

/** Everything that the browser must have before the code of `keys` runs. */
function closureOf(keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const queue = [...keys];
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    queue.push(...(chunkOf(key).imports ?? []));
  }
  return seen;
}

function chunkOf(key: string): Chunk {
  const chunk = manifest.get(key);
  if (chunk === undefined) throw new Error(`the manifest knows no ${key}`);
  return chunk;
}

/** Each file is compressed by itself, as the server sends it. */
async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    [...new Set(files)].map(async (file) => gzipSync(await readFile(join(DIST, file)), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function readManifest(): Promise<ReadonlyMap<string, Chunk>> {
  const json: unknown = JSON.parse(await readFile(join(DIST, '.vite', 'manifest.json'), 'utf8'));
  if (typeof json !== 'object' || json === null) throw new TypeError('the manifest is not an object');
  return new Map(Object.entries(json).map(([key, value]) => [key, parseChunk(value)]));
}

function parseChunk(value: unknown): Chunk {
  const members = new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
  const file = members.get('file');
  const name = members.get('name');
  if (typeof file !== 'string') throw new TypeError('an entry of the manifest has no file');
  return {
    name: typeof name === 'string' ? name : undefined,
    file,
    imports: textsOf(members.get('imports')),
    css: textsOf(members.get('css')),
  };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function formatLine({ name, bytes, maxBytes, requests }: Line): string {
  const verdict = bytes > maxBytes ? 'ABOVE' : '   ok';
  return `${verdict} ${formatKib(bytes)} of ${formatKib(maxBytes)} KiB in ${String(requests).padStart(2)} requests  ${name}`;
}

function formatKib(bytes: number): string {
  return (bytes / KIB).toFixed(1).padStart(6);
}
