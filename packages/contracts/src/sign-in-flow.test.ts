import { expect, test } from 'vitest';
import { SignInAnswer, SignInStep } from './sign-in.ts';
import { isOpenStep, mayFollow, ruleOf, SIGN_IN_FLOW } from './sign-in-flow.ts';

const OPEN = Object.keys(SIGN_IN_FLOW).filter(isOpenStep);
test('every open step has its shape in the contract, and an answer', () => {
  const steps = SignInStep.def.options.flatMap((option) => option.def.shape.step.def.values);
  const answers = SignInAnswer.def.options.flatMap((option) => option.def.shape.challenge.def.values);
  for (const step of OPEN) {
    expect(steps).toContain(step);
    expect(answers).toContain(step);
  }
  expect(new Set(steps)).toEqual(new Set([...OPEN, 'none', 'unknown', 'signed_in']));
  expect(new Set(answers)).toEqual(new Set(OPEN));
});

test('every way leads to a step that there is', () => {
  for (const step of ['start', ...OPEN] as const) {
    for (const next of ruleOf(step).next) expect(next === 'signed_in' || isOpenStep(next)).toBe(true);
  }
});

test('every step can be reached from the start and leads to the end', () => {
  const reached = new Set<string>(['start']);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const step of reached) {
      if (step === 'start' || isOpenStep(step)) for (const next of ruleOf(step).next) reached.add(next);
    }
  }
  expect(reached).toEqual(new Set(['start', 'signed_in', ...OPEN]));
  const leading = new Set<string>(['signed_in']);
  for (let size = 0; size !== leading.size; ) {
    size = leading.size;
    for (const step of OPEN) if (ruleOf(step).next.some((next) => leading.has(next))) leading.add(step);
  }
  expect(leading).toEqual(new Set(['signed_in', ...OPEN]));
});

test('a challenge outside the table is not a step, and follows nothing', () => {
  for (const name of ['start', 'signed_in', 'toString', '__proto__', 'DEVICE_SRP_AUTH']) {
    expect(isOpenStep(name)).toBe(false);
  }
  expect(mayFollow('PASSWORD_VERIFIER', 'SOFTWARE_TOKEN_MFA')).toBe(true);
  expect(mayFollow('SOFTWARE_TOKEN_MFA', 'NEW_PASSWORD_REQUIRED')).toBe(false);
  expect(mayFollow('nothing', 'signed_in')).toBe(false);
});
