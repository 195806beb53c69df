import { expect, test } from 'vitest';
import { add, lastLine, NOTHING, tallyPlaywright, tallyVitest } from './test-report.ts';

const vitest = { success: true, numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0 };

test('the last line has the form that other programs read', () => {
  expect(lastLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  expect(lastLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  expect(lastLine(add(NOTHING, { passed: 1, failed: 2, skipped: 3 }))).toBe('1 passed, 2 failed, 3 skipped');
});

test('a test file that cannot be loaded is a failure, though it has no tests', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }];
  expect(tallyVitest({ ...vitest, success: false, testResults })).toEqual({
    passed: 5,
    failed: 1,
    skipped: 1,
  });
});

test('an error outside of every test is a failure', () => {
  expect(tallyVitest({ ...vitest, success: false, testResults: [] })).toEqual({
    passed: 5,
    failed: 1,
    skipped: 1,
  });
  expect(tallyVitest({ ...vitest, testResults: [] })).toEqual({ passed: 5, failed: 0, skipped: 1 });
});

test('a failed test is counted once', () => {
  const testResults = [{ status: 'failed', assertionResults: [{}] }];
  expect(tallyVitest({ ...vitest, success: false, numFailedTests: 1, testResults }).failed).toBe(1);
});

test('a journey that passed only when repeated has failed, and so has a run that could not begin', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 3 };
  expect(tallyPlaywright({ stats })).toEqual({ passed: 4, failed: 3, skipped: 3 });
  expect(tallyPlaywright({ stats: { ...stats, unexpected: 0, flaky: 0 }, errors: [{}] }).failed).toBe(1);
});

test('a report in another form is not taken for a success', () => {
  expect(() => tallyVitest({})).toThrow(/success/);
  expect(() => tallyPlaywright({ stats: {} })).toThrow(/expected/);
});
