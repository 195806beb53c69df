import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { temporaryFolder } from '@coffer/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PageBrand } from './branded-file.ts';
import { createPages } from './pages.ts';
import { createWebFiles } from './web-files.ts';

const STORE = 'http://127.0.0.1:8421';
let folder: ReturnType<typeof temporaryFolder>;
let ask: (path: string, headers?: Record<string, string>) => Promise<Response>;

beforeEach(() => {
  folder = temporaryFolder('web');
  const pages = createPages(createWebFiles(join(folder.path, 'dist')), STORE);
  ask = async (path, headers = {}) => await pages(new Request(`http://localhost:8420${path}`, { headers }));
});
afterEach(async () => await folder.remove());

function build(page = '<!doctype html><title>Coffer</title>'): void {
  const dist = join(folder.path, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  mkdirSync(join(dist, '.vite'), { recursive: true });
  writeFileSync(join(folder.path, 'secret.txt'), 'not for you');
  writeFileSync(join(dist, 'index.html'), page);
  writeFileSync(join(dist, 'index.html.br'), 'page in br');
  writeFileSync(join(dist, 'favicon.svg'), '<svg/>');
  writeFileSync(join(dist, '.vite', 'manifest.json'), '{}');
  writeFileSync(join(dist, 'assets', 'main-DtkY83aB.js'), 'alert(1)');
  writeFileSync(join(dist, 'assets', 'main-DtkY83aB.js.br'), 'script in br');
  writeFileSync(join(dist, 'assets', 'main-DtkY83aB.js.gz'), 'script in gzip');
  writeFileSync(join(dist, 'assets', 'transfer.worker-BZCWbYKW.js'), 'post(1)');
  writeFileSync(join(dist, 'assets', 'pdf.worker.min-CIqJB0yW.mjs'), 'post(2)');
}

const NAVIGATION = { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' };

test.each(['/', '/s/01890a5d-ac96-774b-bcce-b302099a8057', '/welcome', '/sign-in', '/index.html'])(
  'the address %s serves the page, which is revalidated each time',
  async (path) => {
    build();
    const response = await ask(path, NAVIGATION);
    expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>Coffer</title>']);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  },
);

test.each(['/nowhere', '/l/token.with.dots', '/s/anything', '/settings/nothing', '/index.html/more'])(
  'at %s the one page says that there is nothing, and so does the status',
  async (path) => {
    build();
    const first = await ask(path, NAVIGATION);
    expect([first.status, await first.text()]).toEqual([404, '<!doctype html><title>Coffer</title>']);
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.get('content-security-policy')).toContain("default-src 'self'");
    const page = await ask('/', NAVIGATION);
    const known = { ...NAVIGATION, 'if-none-match': page.headers.get('etag') ?? '' };
    expect((await ask(path, known)).status).toBe(404);
  },
);

test('the page may load scripts and styles from here, bytes from the store, and nothing else', async () => {
  build();
  const policy = (await ask('/', NAVIGATION)).headers.get('content-security-policy');
  expect(policy?.split('; ')).toEqual([
    "default-src 'self'",
    `connect-src 'self' ${STORE}`,
    `img-src 'self' blob: data: ${STORE}`,
    `media-src 'self' blob: ${STORE}`,
    `frame-src 'self' ${STORE}`,
    "worker-src 'self'",
    "style-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types coffer',
  ]);
});

test('the viewer frame has no origin, no network and no navigation, and only its own scripts may be fetched from there', async () => {
  build();
  const dist = join(folder.path, 'dist');
  mkdirSync(join(dist, 'assets', 'viewer-frame'));
  writeFileSync(join(dist, 'viewer-frame.html'), 'frame');
  writeFileSync(join(dist, 'assets', 'viewer-frame', 'main-DtkY83aB.js'), 'draw(1)');
  const frame = await ask('/viewer-frame.html', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' });
  expect([frame.status, await frame.text()]).toEqual([200, 'frame']);
  expect(frame.headers.get('content-security-policy')?.split('; ')).toEqual([
    'sandbox allow-scripts allow-modals',
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    'img-src blob: data:',
    'media-src blob: data:',
    'font-src blob: data:',
    'connect-src blob: data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ]);
  const known = { 'if-none-match': frame.headers.get('etag') ?? '' };
  expect((await ask('/viewer-frame.html', known)).status).toBe(304);
  const openTo = async (path: string) => (await ask(path)).headers.get('access-control-allow-origin');
  expect(await openTo('/assets/viewer-frame/main-DtkY83aB.js')).toBe('*');
  expect(await openTo('/assets/main-DtkY83aB.js')).toBeNull();
  expect(await openTo('/viewer-frame.html')).toBeNull();
});

test('a build without the viewer frame answers nothing in its place', async () => {
  build();
  expect((await ask('/viewer-frame.html', NAVIGATION)).status).toBe(404);
});

test.each([
  ['br, gzip', 'br', 'script in br'],
  ['gzip', 'gzip', 'script in gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip', 'script in gzip'],
  ['br;q=0.0, gzip;q=0', null, 'alert(1)'],
  ['identity', null, 'alert(1)'],
  ['', null, 'alert(1)'],
])(
  'a hashed file is cached forever, and is served with the encoding of %j',
  async (accepted, coding, text) => {
    build();
    const response = await ask('/assets/main-DtkY83aB.js', { 'accept-encoding': accepted });
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([coding, text]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
  },
);

test('a file without a hash in its name is asked about each time, and not sent again', async () => {
  build();
  const first = await ask('/favicon.svg');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const etag = first.headers.get('etag') ?? '';
  const again = await ask('/favicon.svg', { 'if-none-match': `"other", W/${etag}` });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('a script is no document, so it may load nothing by itself and carries no policy of pages', async () => {
  build();
  const script = await ask('/assets/main-DtkY83aB.js');
  expect(script.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
});

test.each(['/', '/assets/transfer.worker-BZCWbYKW.js', '/assets/pdf.worker.min-CIqJB0yW.mjs'])(
  '%s has the policy that it was served with, and is served again when the store has moved',
  async (path) => {
    build();
    const asked = path === '/' ? NAVIGATION : {};
    const first = await ask(path, asked);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const known = { ...asked, 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await ask(path, known)).status).toBe(304);
    const moved = createPages(createWebFiles(join(folder.path, 'dist')), 'https://files.example.org');
    const later = await moved(new Request(`http://localhost:8420${path}`, { headers: known }));
    expect(later.status).toBe(200);
    expect(later.headers.get('content-security-policy')).toContain(
      "connect-src 'self' https://files.example.org;",
    );
  },
);

test.each([
  '/assets/missing-DtkY83aB.js',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '//etc/passwd',
  '/.vite/manifest.json',
  '/assets/main-DtkY83aB.js.br',
])('%s is not found by a script', async (path) => {
  build();
  const response = await ask(path, { 'sec-fetch-mode': 'no-cors', accept: '*/*' });
  expect([response.status, await response.text()]).toEqual([404, 'Not found.\n']);
});

test('a branded page has name and colors in its first bytes, as text and under its own policy', async () => {
  const page = '<!doctype html><head><title>Coffer</title></head>';
  build(page);
  writeFileSync(join(folder.path, 'dist', 'coffer.webmanifest'), '{"name":"Coffer","short_name":"Coffer"}');
  const OWN: PageBrand = { name: 'Coffer', style: '', logo: undefined };
  let brand = OWN;
  const files = createWebFiles(join(folder.path, 'dist'));
  const pages = createPages(files, STORE, {
    readBrand: async () => await Promise.resolve(brand),
    readLogo: async () => await Promise.resolve(undefined),
  });
  const get = async (path: string, headers: Record<string, string> = {}) =>
    await pages(new Request(`http://localhost:8420${path}`, { headers: { ...NAVIGATION, ...headers } }));
  const plain = await get('/sign-in');
  expect(await plain.text()).toBe(page);
  brand = {
    name: '</title><script>alert("1")</script> $& Byron',
    style: ':root{--accent:red}',
    logo: undefined,
  };
  const branded = await get('/sign-in', { 'if-none-match': plain.headers.get('etag') ?? '' });
  const html = await branded.text();
  expect(html).toContain(
    '<title>&#60;/title&#62;&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; $&#38; Byron</title>',
  );
  expect(html).not.toContain('<script>');
  expect(html).toContain('<style id="brand">:root{--accent:red}</style></head>');
  const hash = createHash('sha256').update(':root{--accent:red}').digest('base64');
  expect(branded.headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}';`);
  expect((await get('/', { 'if-none-match': branded.headers.get('etag') ?? '' })).status).toBe(304);
  const packed = await get('/', { 'accept-encoding': 'br' });
  expect(packed.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(html);
  expect(await (await get('/nowhere')).text()).toBe(html);
  const manifest = JSON.parse(await (await get('/coffer.webmanifest')).text());
  expect(manifest).toEqual({ name: brand.name, short_name: brand.name });
  brand = OWN;
  expect(await (await get('/sign-in')).text()).toBe(page);
});

test('a logo takes the place of the icons, travels with the page, and is kept for good', async () => {
  build(
    '<head><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/i.png"></head>',
  );
  writeFileSync(join(folder.path, 'dist', 'coffer.webmanifest'), '{"name":"Coffer","icons":[]}');
  writeFileSync(join(folder.path, 'dist', 'viewer-frame.html'), '<head></head>');
  const logo = {
    light: '/brand/a/logo.webp',
    dark: '/brand/b/logo.webp',
    icon: '/brand/a/icon.png',
    favicon: '/brand/a/favicon.png',
  };
  const pages = createPages(createWebFiles(join(folder.path, 'dist')), STORE, {
    readBrand: async () => await Promise.resolve({ name: 'Coffer', style: '', logo }),
    readLogo: async (path) =>
      await Promise.resolve(
        path === logo.light ? { bytes: new Uint8Array([1]), mediaType: 'image/webp' } : undefined,
      ),
  });
  const get = async (path: string) =>
    await pages(new Request(`http://localhost:8420${path}`, { headers: NAVIGATION }));
  const html = await (await get('/')).text();
  expect(html).toContain('<link rel="icon" href="/brand/a/favicon.png" type="image/png">');
  expect(html).toContain('<link rel="apple-touch-icon" href="/brand/a/icon.png">');
  expect(html).toContain('href="/brand/b/logo.webp" media="(prefers-color-scheme: dark)">');
  expect(await (await get('/viewer-frame.html')).text()).toBe('<head></head>');
  const { icons } = JSON.parse(await (await get('/coffer.webmanifest')).text());
  expect(icons).toMatchObject([{ src: logo.icon }, { src: logo.icon, purpose: 'maskable' }]);
  const served = await get(logo.light);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect((await get(logo.dark)).status).toBe(404);
});

test('without a built application the page says so, and it appears as soon as it is built', async () => {
  const before = await ask('/', NAVIGATION);
  expect([before.status, before.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8']);
  expect(await before.text()).toContain('npm run build');
  build();
  expect((await ask('/', NAVIGATION)).status).toBe(200);
  expect((await ask('/favicon.svg')).status).toBe(200);
});

test('a new build is seen without a restart, and a removed one is gone', async () => {
  build();
  await ask('/', NAVIGATION);
  build('<!doctype html><title>New</title>');
  utimesSync(join(folder.path, 'dist', 'index.html'), new Date(), new Date(Date.now() + 10_000));
  expect(await (await ask('/', NAVIGATION)).text()).toContain('New');
  rmSync(join(folder.path, 'dist'), { recursive: true });
  expect((await ask('/', NAVIGATION)).status).toBe(503);
});
