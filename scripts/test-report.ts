import { z } from 'zod';
import { isCampaignUnit } from './test-plan.ts';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** May be fewer than `failed`. */
  readonly failures: readonly string[];
  /** What failed beside other tests and was repeated alone. */
  readonly repeated: readonly string[];
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] };

export function add(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
    repeated: [...one.repeated, ...other.repeated],
  };
}

/**
 * Races of tests show on a busy machine and refused changes without a fault. A few failures are repeated once, alone, and
 * named at the end. More are a fault of the change.
 */
const REPEATED_MAX = 3;

export function mayRepeat({ failed, failures }: Tally): boolean {
  return failed > 0 && failed <= REPEATED_MAX && failures.length === failed;
}

/** `alone` holds at least the tests that failed in `first`. */
export function afterRepeat(first: Tally, alone: Tally): Tally {
  if (alone.passed + alone.failed < first.failed) return first;
  return {
    passed: first.passed + first.failed - alone.failed,
    failed: alone.failed,
    skipped: first.skipped,
    failures: alone.failures,
    repeated: first.failures,
  };
}

export function tallyMissing(names: readonly string[], isCi: boolean): Tally {
  const failures = names.map((name) => `${name} is missing`);
  return isCi ? { ...NOTHING, failed: names.length, failures } : { ...NOTHING, skipped: names.length };
}

export function closing(tally: Tally): string {
  const repeated = listed('Failed beside others, repeated alone', tally.repeated);
  return `${repeated}${listed('Failed', tally.failures)}${lastLine(tally)}`;
}

const listed = (title: string, names: readonly string[]): string =>
  names.length === 0 ? '' : `${title}:\n${names.map((name) => `  ${name}\n`).join('')}\n`;

/** Parsed by other programs: do not change the format. */
export function lastLine({ passed, failed, skipped }: Omit<Tally, 'failures' | 'repeated'>): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

const VitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int().default(0),
  testResults: z.array(
    z.object({
      name: z.string().default('?'),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string().default('?'),
          status: z.string().default('?'),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

const PlaywrightSuite = z.object({
  title: z.string(),
  file: z.string().default('?'),
  specs: z.array(z.object({ title: z.string(), ok: z.boolean() })).default([]),
  get suites() {
    return z.array(PlaywrightSuite).default([]);
  },
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.unknown()).default([]),
  suites: z.array(PlaywrightSuite).default([]),
});

/** A file that fails to load counts as one failure. */
export function tallyVitest(report: unknown): Tally {
  const parsed = VitestReport.parse(report);
  const broken = parsed.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = parsed.numFailedTests + broken.length;
  const leftOut = parsed.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, fullName }) => status === 'skipped' && isCampaignUnit(fullName)).length;
  return {
    passed: parsed.numPassedTests,
    // Errors outside of tests also fail the run.
    failed: failed === 0 && !parsed.success ? 1 : failed,
    skipped: parsed.numPendingTests + parsed.numTodoTests - leftOut,
    failures: parsed.testResults.flatMap(({ name, status, assertionResults }) =>
      status === 'failed' && assertionResults.length === 0
        ? [`${name}: could not be loaded`]
        : assertionResults
            .filter((result) => result.status === 'failed')
            .map(({ fullName, failureMessages }) => `${name}: ${fullName}: ${firstLine(failureMessages)}`),
    ),
    repeated: [],
  };
}

/** Absolute paths. */
export function failedFiles(report: unknown): readonly string[] {
  const { testResults } = VitestReport.parse(report);
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

const firstLine = ([message = '']: readonly string[]): string => message.split('\n', 1)[0] ?? '';

/** Passing only on a retry within the run counts as failed. */
export function tallyPlaywright(report: unknown): Tally {
  const { stats, errors, suites } = PlaywrightReport.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: suites.flatMap(failedSpecs),
    repeated: [],
  };
}

/** Paths from `e2e/src`. Whole files are repeated, because a test may build on those before it. */
export function failedJourneys(report: unknown): readonly string[] {
  const { suites } = PlaywrightReport.parse(report);
  return [...new Set(suites.filter((suite) => failedSpecs(suite).length > 0).map(({ file }) => file))];
}

function failedSpecs({ title, specs, suites }: z.infer<typeof PlaywrightSuite>): string[] {
  const own = specs.filter(({ ok }) => !ok).map((spec) => `${title}: ${spec.title}`);
  return [...own, ...suites.flatMap(failedSpecs)];
}
