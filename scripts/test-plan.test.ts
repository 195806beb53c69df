import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CAMPAIGN_JOURNEYS } from './campaign-journeys.ts';
import { CAMPAIGN_UNITS } from './campaign-units.ts';
import {
  campaignFiles,
  campaignJourneys,
  CAMPAIGNS,
  isCampaignUnit,
  literally,
  SHARED_WORKERS,
  TEST_FILE,
} from './test-plan.ts';

const root = resolve(import.meta.dirname, '..');
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const tests = listed.split('\n').filter((path) => TEST_FILE.test(path) && existsSync(join(root, path)));

const answers = new Map<string, boolean>();

test('each file of the plan is a test', () => {
  expect(tests.length).toBeGreaterThan(300);
  expect(Object.keys(CAMPAIGNS).filter((path) => !tests.includes(path))).toEqual([]);
});

test('each title that the gate leaves to the campaigns is one of its file, which runs there whole', () => {
  for (const [path, titles] of Object.entries({ ...CAMPAIGN_UNITS, ...CAMPAIGN_JOURNEYS })) {
    const text = readFileSync(join(root, path), 'utf8');
    const known = Array.from(text.matchAll(TITLE), ([, quoted = '']) => patternOf(quoted));
    expect(titles.filter((title) => !known.some((pattern) => pattern.test(title)))).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
    expect(CAMPAIGNS[path]).not.toBe('none');
    expect(campaignFiles('')).toContain(path);
  }
});

const isLeftOut = (title: string): boolean => campaignJourneys().some((pattern) => pattern.test(title));

test('a title stands for itself and for its group, a journey in its file alone', () => {
  expect(isLeftOut(' list/grid.spec.ts on a phone two tiles stand side by side')).toBe(true);
  expect(isLeftOut(' list/grid.spec.ts on a phoneless day')).toBe(false);
  expect(isLeftOut(' grid.spec.ts on a phone two tiles stand side by side')).toBe(false);
  expect(isCampaignUnit('hostile and very large files fail alone')).toBe(true);
  expect(isCampaignUnit('a group hostile and very large files fail alone')).toBe(true);
  expect(isCampaignUnit('hostile and very large files fail alone, too')).toBe(false);
});

test('each test that has two sizes is in the plan, and one that the gate leaves out has one', () => {
  const sized = tests.filter((path) => isSized(join(root, path)));
  expect(sized.length).toBeGreaterThan(8);
  expect(sized.filter((path) => CAMPAIGNS[path] === undefined)).toEqual([]);
});

test('no test that shares its worker replaces a module', () => {
  const shared = tests.filter((path) => SHARED_WORKERS.some((pattern) => matchesGlob(path, pattern)));
  expect(shared.length).toBeGreaterThan(100);
  const replacing = /vi\.(?:mock|doMock)\(/;
  expect(shared.filter((path) => replacing.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

/** Texts within a line that something follows, among them the titles of tests and groups. */
const TITLE = /('(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`\n]*`),/g;

function patternOf(quoted: string): RegExp {
  const parts = quoted
    .slice(1, -1)
    .replaceAll(/\\(.)/g, '$1')
    .split(/\$\{[^}]*\}|%[a-z]/);
  return new RegExp(`^${parts.map((part) => literally(part)).join('.+')}$`, 'u');
}

/** Whether the file, or one that it imports, has two sizes. */
function isSized(path: string): boolean {
  const known = answers.get(path);
  if (known !== undefined) return known;
  answers.set(path, false);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const imported = Array.from(text.matchAll(/^import \{[^}]*\} from '(\.[^']*)'/gm), ([, name = '']) => name);
  const answer =
    /^import \{ sized \} from/m.test(text) || imported.some((name) => isSized(join(dirname(path), name)));
  answers.set(path, answer);
  return answer;
}
