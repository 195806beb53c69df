import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { DAY_MS, GB, GIB, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS, TIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Variables } from '../apps/server/src/config/variables.ts';
import { KNOWN_STORES } from '../apps/server/src/known-stores.contract.ts';
import { ERROR_STATUS, ISSUE_CODES, LIMITS, operations, SERVER_LIMITS } from '@coffer/contracts';

const root = resolve(import.meta.dirname, '..');
const NOT_OURS = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report']);

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function filesNamed(pattern: RegExp, folder = ''): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return NOT_OURS.has(entry.name) || entry.name.startsWith('.') ? [] : filesNamed(pattern, path);
    }
    return pattern.test(entry.name) ? [path] : [];
  });
}

const documents = filesNamed(/\.md$/).map((path) => ({ path, text: read(path) }));

function rowNames(text: string): readonly string[] {
  return Array.from(text.matchAll(/^\| `([^`|]+)` \|/gm), ([, name = '']) => name);
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '');
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsOf(text: string): readonly string[] {
  return Array.from(withoutCode(text).matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) => anchorOf(heading));
}

function faultOf(link: string, from: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : relative(root, resolve(root, dirname(from), path));
  if (target.startsWith('..')) return 'leaves the repository';
  if (!existsSync(join(root, target))) return 'leads nowhere';
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(read(target)).includes(anchor) ? undefined : 'has no such heading';
}

test('every link in a document leads to a file of the repository, and to a heading that is there', () => {
  const links = documents.flatMap(({ path, text }) =>
    Array.from(withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => ({ path, link })),
  );
  const relativeLinks = links.filter(({ link }) => !/^[a-z]+:/.test(link));
  expect(relativeLinks.length).toBeGreaterThan(30);
  const faults = relativeLinks.flatMap(({ path, link }) => {
    const fault = faultOf(link, path);
    return fault === undefined ? [] : [`${path}: ${link} ${fault}`];
  });
  expect(faults).toEqual([]);
});

test('every file that a document names by its path is there', () => {
  // Decisions are history and may name deleted files.
  const named = documents
    .filter(({ path }) => !path.startsWith('docs/decisions/'))
    .flatMap(({ path, text }) =>
      Array.from(
        withoutCode(text).matchAll(/`((?:apps|packages|docs|scripts|e2e|bench|src)\/[\w./-]+)`/g),
        ([, name = '']) => ({ path, name }),
      ),
    );
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(({ path, name }) => {
    const base = name.startsWith('src/') ? dirname(path) : '';
    return !existsSync(join(root, base, name));
  });
  expect(missing.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});

test('no document speaks of a place on somebody’s machine', () => {
  const places = documents.filter(({ text }) => /(^|[\s`("])\/(work|home|root|Users)\//m.test(text));
  expect(places.map(({ path }) => path)).toEqual([]);
});

test('the chapter of calls has each operation, by method and path, and no other', () => {
  const calls = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  const expected = rowNames(read('docs/specification/7-calls.md')).filter((name) => /^[A-Z]+ \//.test(name));
  expect(expected.toSorted()).toEqual(calls.toSorted());
});

test('the chapter of errors has each code with its status, and no other', () => {
  const text = read('docs/specification/8-errors.md');
  const rows = Array.from(text.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm), ([, code, status]) => [
    code,
    Number(status),
  ]);
  expect(Object.fromEntries(rows)).toEqual(ERROR_STATUS);
  expect(rows.length).toBe(Object.keys(ERROR_STATUS).length);
  expect(ISSUE_CODES.filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
});

const BYTE_UNITS = [
  ['TiB', TIB],
  ['GiB', GIB],
  ['MiB', MIB],
  ['KiB', KIB],
  ['bytes', 1],
] as const;
/** What people give out is in round units of people. */
const PEOPLES_UNITS = [['GB', GB]] as const;
const TIME_UNITS = [
  ['days', DAY_MS],
  ['h', HOUR_MS],
  ['min', MINUTE_MS],
  ['s', SECOND_MS],
] as const;

function inWords(name: string, value: number): string {
  const bytes = value >= GB && value % GB === 0 ? PEOPLES_UNITS : BYTE_UNITS;
  const units = name.includes('Bytes') ? bytes : name.endsWith('Ms') ? TIME_UNITS : [];
  const unit = units.find(([word, size]) => value >= size && !(word === 'days' && value === size));
  const number = unit === undefined ? value : value / unit[1];
  const text = number.toLocaleString('en', { maximumFractionDigits: 3 });
  return unit === undefined ? text : `${text} ${unit[0]}`;
}

test('the chapter of limits has each limit with its value, and no other', () => {
  const rows = Array.from(
    read('docs/specification/9-limits.md').matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm),
    ([, name = '', value = '']) => [name, value.trim()] as const,
  );
  const wanted = Object.entries({ ...LIMITS, ...SERVER_LIMITS }).map(
    ([name, value]) => [name, inWords(name, value)] as const,
  );
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(wanted));
  expect(rows.length).toBe(wanted.length);
});

test('the table of stores that were tried says what the tests hold them to, and has no other', () => {
  const section = read('docs/operations.md').split('## Your own S3 store')[1]?.split('\n## ')[0] ?? '';
  const rows = Array.from(
    section.matchAll(/^\| ([^|]+) \| (\d) \| (yes|no) \| ([^|]+) \|/gm),
    ([, ...cells]) => cells.map((cell) => (cell ?? '').trim()),
  );
  const wanted = Object.values(KNOWN_STORES).map(({ name, integrity, takesForms, diagnoses }) => [
    name,
    String(integrity),
    takesForms ? 'yes' : 'no',
    diagnoses.map((code) => `\`${code}\``).join(', '),
  ]);
  expect(rows).toEqual(wanted);
});

test('the table of settings has each variable that the server reads, and no other', () => {
  const expected = rowNames(read('docs/operations.md')).filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name));
  expect(expected.toSorted()).toEqual(Object.keys(Variables.shape).toSorted());
});

test('the table of exit codes has each that a failed start ends with', () => {
  const source = read('apps/server/src/embedded/start-errors.ts');
  const wanted = Array.from(source.matchAll(/^ {2}(\w+): \{\n {4}exitCode: (\d+),/gm), ([, code, exit]) => [
    code,
    exit,
  ]);
  const expected = Array.from(
    read('docs/operations.md').matchAll(/^\| (\d+) \| `(\w+)` \|/gm),
    ([, exit, code]) => [code, exit],
  );
  expect(wanted.length).toBeGreaterThan(10);
  expect(Object.fromEntries(expected)).toEqual(Object.fromEntries(wanted));
});

const Dependencies = z.record(z.string(), z.string()).default({});
const Manifest = z.object({
  license: z.string().optional(),
  dependencies: Dependencies,
  devDependencies: Dependencies,
  optionalDependencies: Dependencies,
});
const Lock = z.object({ packages: z.record(z.string(), z.object({ license: z.string().optional() })) });

function manifest(path: string): z.infer<typeof Manifest> {
  return Manifest.parse(JSON.parse(read(path)));
}

const dependencies = new Set(
  filesNamed(/^package\.json$/).flatMap((path) => {
    const { dependencies: own, devDependencies, optionalDependencies } = manifest(path);
    return Object.keys({ ...own, ...devDependencies, ...optionalDependencies }).filter(
      (name) => !name.startsWith('@coffer/'),
    );
  }),
);

test('each dependency has one line that says why it is here, and no line has lost its dependency', () => {
  expect(rowNames(read('docs/dependencies.md')).toSorted()).toEqual([...dependencies].toSorted());
});

test('the licence that is expected is the one that the package carries', () => {
  const rows = read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm);
  const wrong = Array.from(rows).flatMap(([, name = '', expected = '']) => {
    const path = join('node_modules', name, 'package.json');
    // Packages of other platforms are not installed.
    const carried = existsSync(join(root, path)) ? manifest(path).license : expected;
    return carried === expected ? [] : [`${name}: ${expected}, but ${carried}`];
  });
  expect(wrong).toEqual([]);
});

/** libvips: a shared library of its own, which `sharp` loads and anybody can replace. */
const SEPARATE_LIBRARY = /^node_modules\/@img\/sharp-(?:libvips-[\w-]+|wasm32|win32-\w+)$/;

/** `(MIT OR GPL-3.0-or-later)`: taken under MIT. */
function hasFreeChoice(license: string): boolean {
  const choices = /^\((.* OR .*)\)$/.exec(license)?.[1]?.split(' OR ') ?? [];
  return choices.some((choice) => /^(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause)$/.test(choice));
}

test('no package, however deep, has a licence of the GPL family, except libvips as a separate library', () => {
  const { packages } = Lock.parse(JSON.parse(read('package-lock.json')));
  const licences = Object.entries(packages).map(([path, { license = '' }]) => ({ path, license }));
  expect(licences.filter(({ license }) => license === 'MIT').length).toBeGreaterThan(100);
  const found = licences.filter(({ license }) => !hasFreeChoice(license) && /GPL|SSPL|BUSL/i.test(license));
  expect(found.filter(({ path }) => !SEPARATE_LIBRARY.test(path))).toEqual([]);
  expect(found.filter(({ license }) => !license.includes('LGPL-3.0-or-later'))).toEqual([]);
});

test('the search for files sees what it should', () => {
  expect(documents.map(({ path }) => path)).toContain('docs/architecture.md');
  expect(statSync(join(root, 'docs/specification')).isDirectory()).toBe(true);
  expect(filesNamed(/^\d-\w+\.md$/, 'docs/specification')).toHaveLength(9);
});
