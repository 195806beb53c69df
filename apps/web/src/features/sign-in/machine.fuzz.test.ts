// Sends seeded random sequences of events to the state machine.
import type { SignInStep } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { reduceSignIn, type SignInEvent, type SignInState } from './machine.ts';
import { arrived, CODES, FRESH, NOW, randomOf, refused, RESUMED, STEPS, SUBMITTED } from './machine.world.ts';

const WALKS = 10_000;
const LENGTH_MAX = 24;
const NEWER: SignInStep = JSON.parse(JSON.stringify({ ...STEPS.WEB_AUTHN, step: 'RETINA' }));
const EVENTS: readonly SignInEvent[] = [
  { type: 'submitted', username: 'ada' },
  { type: 'answered' },
  { type: 'switched' },
  { type: 'recovered' },
  { type: 'timed_out' },
  { type: 'restarted' },
  { type: 'forgotten', username: 'ada' },
  { type: 'reloading' },
  { type: 'refused', problem: { kind: 'insecure' }, nowMs: NOW },
  { type: 'refused', problem: { kind: 'unprovable' }, nowMs: NOW },
  ...CODES.map((code) => refused(code)),
  ...[...Object.values(STEPS), NEWER].map(arrived),
];

/** Events that lead out of the state. Without one, the page would be stuck. */
function waysOn(state: SignInState): readonly SignInEvent[] {
  switch (state.at) {
    case 'loading':
      return [refused('offline'), arrived(STEPS.none)];
    case 'load_failed':
      return [{ type: 'reloading' }, { type: 'restarted' }];
    case 'form':
      return state.isBusy
        ? [refused('offline'), arrived(STEPS.SOFTWARE_TOKEN_MFA)]
        : [{ type: 'submitted', username: 'bob' }];
    case 'challenge':
      return state.isBusy
        ? [refused('offline'), arrived(STEPS.signed_in), { type: 'restarted' }]
        : [{ type: 'answered' }, { type: 'restarted' }, { type: 'timed_out' }];
    case 'unknown':
      return state.isBusy
        ? [refused('offline'), { type: 'restarted' }, { type: 'timed_out' }]
        : [SUBMITTED, { type: 'restarted' }, { type: 'timed_out' }];
    case 'expired':
      return [{ type: 'restarted' }];
    case 'signed_in':
      return [];
  }
}

test('no random walk reaches a state without a next step', () => {
  const seen = new Map<string, SignInState>();
  for (let seed = 1; seed <= WALKS; seed += 1) {
    const random = randomOf(seed);
    let state = random(4) === 0 ? RESUMED : FRESH;
    for (let length = random(LENGTH_MAX) + 1; length > 0; length -= 1) {
      const event = EVENTS[random(EVENTS.length)];
      if (event === undefined) throw new Error('the walk left the list of events');
      const before = state;
      state = reduceSignIn(state, event);
      const fault = faultOf(event, before, state);
      expect(fault === undefined ? undefined : { fault, seed, before, event, state }).toBeUndefined();
      const isBusy = 'isBusy' in state && state.isBusy;
      seen.set(`${state.at === 'challenge' ? state.step.step : state.at}${isBusy ? ' busy' : ''}`, state);
    }
  }
  expect(seen.size).toBe(11 * 2 + 2 + 2 + 4);
  for (const [name, state] of seen) {
    const led = waysOn(state).map((way) => reduceSignIn(state, way));
    expect({ name, stays: led.filter((after) => after === state) }).toEqual({ name, stays: [] });
    expect({ name, ends: led.length === 0 }).toEqual({ name, ends: name === 'signed_in' });
  }
});

function faultOf(event: SignInEvent, before: SignInState, state: SignInState): string | undefined {
  if (before.at === 'signed_in' && state.at !== 'signed_in' && event.type !== 'forgotten') {
    return 'a session was left';
  }
  if (state.at === 'challenge' && !Object.hasOwn(STEPS, state.step.step)) return 'a step without a form';
  if ('deadlineMs' in state && !Number.isFinite(state.deadlineMs)) return 'a deadline that never comes';
  const hasBecomeBusy = 'isBusy' in state && state.isBusy && state !== before;
  if (hasBecomeBusy && event.type !== 'submitted' && event.type !== 'answered') return 'busy with nothing';
  return undefined;
}
