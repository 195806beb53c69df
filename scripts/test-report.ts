import { z } from 'zod';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

export function add(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** The last line of a run. Its form is fixed: other programs read it. */
export function lastLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

const VitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int().default(0),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.unknown()).default([]),
});

/** Counts Vitest's JSON report. A file that could not be loaded has no tests, and counts as one failed. */
export function tallyVitest(report: unknown): Tally {
  const parsed = VitestReport.parse(report);
  const broken = parsed.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = parsed.numFailedTests + broken.length;
  return {
    passed: parsed.numPassedTests,
    // An unhandled error outside of every test fails the run as well.
    failed: failed === 0 && !parsed.success ? 1 : failed,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
  };
}

/** Counts Playwright's JSON report. A journey that passed only when repeated is not to be relied on: it failed. */
export function tallyPlaywright(report: unknown): Tally {
  const { stats, errors } = PlaywrightReport.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
