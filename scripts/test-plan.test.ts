import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CAMPAIGNS, SHARED_WORKERS, TEST_FILE } from './test-plan.ts';

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
