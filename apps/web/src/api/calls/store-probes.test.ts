import { expect, test } from 'vitest';
import { diagnosisOf, isClockWrong, type ProbeAnswer, type StoreProbe } from './store-probes.ts';

const diagnosis = (code: string) => ({ code, severity: 'fail', message: code, fix: null }) as const;

const PROBE: Pick<StoreProbe, 'expected' | 'diagnoses'> = {
  expected: { statuses: [206], exposed: ['content-range'], body: 'abc' },
  diagnoses: {
    unreachable: diagnosis('unreachable'),
    slow: diagnosis('slow'),
    refused: diagnosis('refused'),
    hidden: diagnosis('hidden'),
    different: diagnosis('different'),
  },
};

function answer(status: number, headers: Readonly<Record<string, string>>, body: string): ProbeAnswer {
  return { status, header: (name) => headers[name] ?? null, body };
}

const SHOWN = { 'content-range': 'bytes 6-8/11' };

test.each<[string, Parameters<typeof diagnosisOf>[1], string | undefined]>([
  ['no answer', 'unreachable', 'unreachable'],
  ['no answer in time', 'slow', 'slow'],
  ['another status', answer(200, SHOWN, 'abc'), 'refused'],
  ['a header that the page may not read', answer(206, {}, 'abc'), 'hidden'],
  ['other bytes', answer(206, SHOWN, 'abd'), 'different'],
  ['fewer bytes', answer(206, SHOWN, 'ab'), 'different'],
  ['what was wanted', answer(206, SHOWN, 'abc'), undefined],
])('%s is diagnosed', (_name, seen, code) => {
  expect(diagnosisOf(PROBE, seen)?.code).toBe(code);
});

test('where no bytes are expected any will do', () => {
  const probe = { ...PROBE, expected: { ...PROBE.expected, body: null } };
  expect(diagnosisOf(probe, answer(206, SHOWN, 'anything'))).toBeUndefined();
});

test('a clock is wrong beyond a quarter of an hour, in either direction', () => {
  expect([900_000, -900_000].map(isClockWrong)).toEqual([false, false]);
  expect([900_001, -900_001].map(isClockWrong)).toEqual([true, true]);
});
