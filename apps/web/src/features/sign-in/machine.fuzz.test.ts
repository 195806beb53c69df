// Ten thousand walks of events in whatever order, by a seed: what a hasty person, a slow network, a second press and a pool that goes
// its own way make together. Whatever comes, the page shows something that leads on.
import { type SignInStep } from '@coffer/contracts';
import { expect, test } from 'vitest';
import type { ApiError } from '../../api/error.ts';
import { reduceSignIn, type SignInEvent, type SignInState } from './machine.ts';
import { arrived, FRESH, NOW, refused, RESUMED, STEPS } from './machine.world.ts';

const WALKS = 10_000;
const LENGTH_MAX = 24;
const CODES: readonly ApiError['code'][] = [
  'sign_in_failed',
  'challenge_failed',
  'challenge_expired',
  'account_disabled',
  'account_not_admitted',
  'invalid_request',
  'too_many_tries',
  'pool_unavailable',
  'internal',
  'offline',
  'timed_out',
  'unreadable_answer',
  'cancelled',
];
const NEWER: SignInStep = JSON.parse(JSON.stringify({ ...STEPS.WEB_AUTHN, step: 'RETINA' }));
const EVENTS: readonly SignInEvent[] = [
  { type: 'submitted', username: 'ada' },
  { type: 'answered' },
  { type: 'recovered' },
  { type: 'timed_out' },
  { type: 'restarted' },
  { type: 'reloading' },
  { type: 'refused', problem: { kind: 'insecure' }, nowMs: NOW },
  { type: 'refused', problem: { kind: 'unprovable' }, nowMs: NOW },
  ...CODES.map((code) => refused(code)),
  ...[...Object.values(STEPS), NEWER].map(arrived),
];

/** mulberry32: small, and the same everywhere. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The events by which somebody, or the network, gets on from a state. Without one the page would stand still for ever. */
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
      return [{ type: 'restarted' }, { type: 'timed_out' }];
    case 'expired':
      return [{ type: 'restarted' }];
    case 'signed_in':
      return [];
  }
}

test('no walk reaches a face without a way on', () => {
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
  // The walks were everywhere: eleven challenges at rest and busy, the form too, and the five others.
  expect(seen.size).toBe(11 * 2 + 2 + 5);
  for (const [name, state] of seen) {
    const led = waysOn(state).map((way) => reduceSignIn(state, way));
    expect({ name, stays: led.filter((after) => after === state) }).toEqual({ name, stays: [] });
    expect({ name, ends: led.length === 0 }).toEqual({ name, ends: name === 'signed_in' });
  }
});

/** What no step of a walk may do. */
function faultOf(event: SignInEvent, before: SignInState, state: SignInState): string | undefined {
  if (before.at === 'signed_in' && state.at !== 'signed_in') return 'a session was left';
  if (state.at === 'challenge' && !Object.hasOwn(STEPS, state.step.step)) return 'a step without a form';
  if ('deadlineMs' in state && !Number.isFinite(state.deadlineMs)) return 'a deadline that never comes';
  const hasBecomeBusy = 'isBusy' in state && state.isBusy && state !== before;
  if (hasBecomeBusy && event.type !== 'submitted' && event.type !== 'answered') return 'busy with nothing';
  return undefined;
}
