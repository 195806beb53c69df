import { ApiFailure, apiErrorOf, localError } from '../calls/error.ts';

export type AskForConfirmation = () => Promise<boolean>;

let ask: AskForConfirmation | undefined;
let asking: Promise<boolean> | undefined;

/** One handler for the page. Returns a function that removes it. */
export function onConfirmationNeeded(handler: AskForConfirmation): () => void {
  ask = handler;
  return () => {
    if (ask === handler) ask = undefined;
  };
}

/**
 * Runs a call that needs a recent sign-in. If the server refuses, asks the person and repeats the call; throws
 * `cancelled` if the person declines.
 */
export async function withConfirmation<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    const { code, facts } = apiErrorOf(cause);
    // People who sign in at another issuer have no password here.
    const canAsk = code === 'confirmation_needed' && facts['issuer'] === undefined;
    if (!canAsk || ask === undefined) throw cause;
    if (!(await askOnce(ask))) throw new ApiFailure(localError('cancelled'));
    return await run();
  }
}

async function askOnce(handler: AskForConfirmation): Promise<boolean> {
  asking ??= handler().finally(() => {
    asking = undefined;
  });
  return await asking;
}
