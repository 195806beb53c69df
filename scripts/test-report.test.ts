import { expect, test } from 'vitest';
import { missingTools } from './prepare/tools.js';
import {
  add,
  afterRepeat,
  closing,
  failedFiles,
  failedJourneys,
  lastLine,
  mayRepeat,
  NOTHING,
  tallyMissing,
  tallyPlaywright,
  tallyVitest,
} from './test-report.ts';

const vitest = { success: true, numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0 };

const missing = (platform: string, find: (program: string) => string | undefined) =>
  missingTools(find, platform).map(({ program }) => program);

test('the last line has the form that other programs read', () => {
  expect(lastLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  expect(lastLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  const some = { ...NOTHING, passed: 1, failed: 2, skipped: 3 };
  expect(lastLine(add(NOTHING, some))).toBe('1 passed, 2 failed, 3 skipped');
});

test('a test file that cannot be loaded is a failure, though it has no tests', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }];
  expect(tallyVitest({ ...vitest, success: false, testResults })).toMatchObject({
    passed: 5,
    failed: 1,
    skipped: 1,
  });
});

test('what is missing fails a run of CI, and is a skip elsewhere', () => {
  const failures = ['strace is missing', 'Chromium is missing'];
  expect(tallyMissing(['strace', 'Chromium'], true)).toEqual({ ...NOTHING, failed: 2, failures });
  expect(tallyMissing(['strace', 'Chromium'], false)).toEqual({ ...NOTHING, skipped: 2 });
  expect(tallyMissing([], true)).toEqual(NOTHING);
});

test('each tool of the tests is looked for where it can be', () => {
  const all = ['aws', 'unzip', 'jq', 'strace', 'mkfs.xfs', 'ip'];
  expect(missing('linux', () => undefined)).toEqual(all);
  expect(missing('darwin', () => undefined)).toEqual(['aws', 'unzip', 'jq']);
  expect(missing('linux', (program) => (program === 'mkfs.xfs' ? undefined : program))).toEqual(['mkfs.xfs']);
});

test('an error outside of every test is a failure', () => {
  expect(tallyVitest({ ...vitest, success: false, testResults: [] })).toMatchObject({
    passed: 5,
    failed: 1,
    skipped: 1,
  });
  expect(tallyVitest({ ...vitest, testResults: [] })).toMatchObject({ passed: 5, failed: 0, skipped: 1 });
});

test('a failed test is counted once', () => {
  const testResults = [{ status: 'failed', assertionResults: [{}] }];
  expect(tallyVitest({ ...vitest, success: false, numFailedTests: 1, testResults }).failed).toBe(1);
});

test('a journey that passed only when repeated has failed, and so has a run that could not begin', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 3 };
  expect(tallyPlaywright({ stats })).toMatchObject({ passed: 4, failed: 3, skipped: 3 });
  expect(tallyPlaywright({ stats: { ...stats, unexpected: 0, flaky: 0 }, errors: [{}] }).failed).toBe(1);
});

test('a report in another form is not taken for a success', () => {
  expect(() => tallyVitest({})).toThrow(/success/);
  expect(() => tallyPlaywright({ stats: {} })).toThrow(/expected/);
});

test('what failed stands by name before the last line', () => {
  const assertionResults = [
    { fullName: 'adds', status: 'passed', failureMessages: [] },
    { fullName: 'divides', status: 'failed', failureMessages: ['Error: by nought\n  at sums.ts:3'] },
  ];
  const unit = tallyVitest({
    ...vitest,
    success: false,
    numFailedTests: 1,
    testResults: [
      { name: 'sums.test.ts', status: 'failed', assertionResults },
      { name: 'torn.test.ts', status: 'failed', assertionResults: [] },
    ],
  });
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
  const specs = [
    { title: 'signs in', ok: true },
    { title: 'signs out', ok: false },
  ];
  const suites = [{ title: 'session.spec.ts', suites: [{ title: 'inner', specs }] }];
  const whole = add(unit, tallyPlaywright({ stats, suites }));
  expect(closing(whole)).toBe(
    [
      'Failed:',
      '  sums.test.ts: divides: Error: by nought',
      '  torn.test.ts: could not be loaded',
      '  inner: signs out',
      '',
      '6 passed, 3 failed, 1 skipped',
    ].join('\n'),
  );
  expect(closing(NOTHING)).toBe('0 passed, 0 failed');
});

test('a few failures are repeated alone, and are named whatever comes of it', () => {
  const first = { ...NOTHING, passed: 7, failed: 2, failures: ['signs in', 'signs out'] };
  expect(mayRepeat(first)).toBe(true);
  const passed = afterRepeat(first, { ...NOTHING, passed: 2 });
  expect(passed).toEqual({ ...NOTHING, passed: 9, repeated: ['signs in', 'signs out'] });
  expect(closing(passed)).toBe(
    'Failed beside others, repeated alone:\n  signs in\n  signs out\n\n9 passed, 0 failed',
  );
  const failed = afterRepeat(first, { ...NOTHING, passed: 1, failed: 1, failures: ['signs out'] });
  expect(failed).toMatchObject({ passed: 8, failed: 1, failures: ['signs out'], repeated: first.failures });
});

const file = (name: string, ...oks: boolean[]) => ({
  title: name,
  file: name,
  suites: [{ title: 'inner', specs: oks.map((ok) => ({ title: 'signs in', ok })) }],
});

test('a journey is repeated with its whole file', () => {
  const stats = { expected: 2, unexpected: 1, flaky: 0, skipped: 0 };
  const suites = [file('a.spec.ts', true, false), file('b.spec.ts', true), file('c.spec.ts', false, false)];
  expect(failedJourneys({ stats, suites })).toEqual(['a.spec.ts', 'c.spec.ts']);
});

test('many failures, errors outside of tests and a repetition that ran nothing stay failures', () => {
  expect(mayRepeat({ ...NOTHING, failed: 4, failures: ['a', 'b', 'c', 'd'] })).toBe(false);
  expect(mayRepeat({ ...NOTHING, failed: 1 })).toBe(false);
  expect(mayRepeat(NOTHING)).toBe(false);
  const first = { ...NOTHING, passed: 7, failed: 2, failures: ['signs in', 'signs out'] };
  expect(afterRepeat(first, { ...NOTHING, passed: 1 })).toEqual(first);
  const testResults = [
    { name: '/sums.test.ts', status: 'passed', assertionResults: [] },
    { name: '/torn.test.ts', status: 'failed', assertionResults: [] },
  ];
  expect(failedFiles({ ...vitest, testResults })).toEqual(['/torn.test.ts']);
});
