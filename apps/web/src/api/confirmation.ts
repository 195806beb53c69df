import { ApiFailure, apiErrorOf, localError } from './error.ts';

/** Has the person prove who they are; false when they would rather not. */
export type AskForConfirmation = () => Promise<boolean>;

let ask: AskForConfirmation | undefined;
let asking: Promise<boolean> | undefined;

/** Says who asks for the proof. One for the whole page; returns the way to take it back. */
export function onConfirmationNeeded(handler: AskForConfirmation): () => void {
  ask = handler;
  return () => {
    if (ask === handler) ask = undefined;
  };
}

/**
 * Runs a call that wants a recent sign-in. When the last one is too long ago the person is asked, and the call is made again: whoever
 * called it sees only that it took longer. Somebody who does not want to is told `cancelled`, and nothing has changed.
 */
export async function withConfirmation<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (apiErrorOf(cause).code !== 'confirmation_needed' || ask === undefined) throw cause;
    if (!(await askOnce(ask))) throw new ApiFailure(localError('cancelled'));
    return await run();
  }
}

/** Two calls at a time are one question. */
async function askOnce(handler: AskForConfirmation): Promise<boolean> {
  asking ??= handler().finally(() => {
    asking = undefined;
  });
  return await asking;
}
