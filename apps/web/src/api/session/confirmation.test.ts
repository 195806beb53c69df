import { expect, test } from 'vitest';
import { onConfirmationNeeded, withConfirmation } from './confirmation.ts';
import { ApiFailure, apiErrorOf, localError } from '../calls/error.ts';

function guardedCall() {
  const state = { isProved: false, calls: 0 };
  const run = async (): Promise<string> => {
    state.calls += 1;
    await Promise.resolve();
    if (!state.isProved) throw new ApiFailure(localError('confirmation_needed'));
    return 'done';
  };
  return { state, run };
}

async function codeOf(outcome: Promise<unknown>): Promise<string> {
  return await outcome.then(
    () => 'ok',
    (cause: unknown) => apiErrorOf(cause).code,
  );
}

test('a call that needs a confirmation is repeated after it', async () => {
  const { state, run } = guardedCall();
  const release = onConfirmationNeeded(async () => {
    state.isProved = true;
    return true;
  });
  expect(await withConfirmation(run)).toBe('done');
  expect(state.calls).toBe(2);
  release();
});

test('two concurrent calls ask once', async () => {
  const { state, run } = guardedCall();
  let questions = 0;
  const release = onConfirmationNeeded(async () => {
    questions += 1;
    await Promise.resolve();
    state.isProved = true;
    return true;
  });
  expect(await Promise.all([withConfirmation(run), withConfirmation(run)])).toEqual(['done', 'done']);
  expect(questions).toBe(1);
  release();
});

test('cancelling the confirmation gives `cancelled`, and the call is not repeated', async () => {
  const { state, run } = guardedCall();
  const release = onConfirmationNeeded(async () => false);
  expect(await codeOf(withConfirmation(run))).toBe('cancelled');
  expect(state.calls).toBe(1);
  release();
});

test('a second refusal, another failure, and a page that cannot ask are passed on', async () => {
  const { state, run } = guardedCall();
  const release = onConfirmationNeeded(async () => true);
  expect(await codeOf(withConfirmation(run))).toBe('confirmation_needed');
  expect(state.calls).toBe(2);
  expect(await codeOf(withConfirmation(() => Promise.reject(new ApiFailure(localError('offline')))))).toBe(
    'offline',
  );
  release();
  expect(await codeOf(withConfirmation(run))).toBe('confirmation_needed');
  expect(state.calls).toBe(3);
});
