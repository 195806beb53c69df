import { AsyncLocalStorage } from 'node:async_hooks';

export interface CallContext {
  /** `person`: signed in. `command`: on the server's command line. */
  readonly caller:
    | {
        readonly kind: 'person';
        readonly id: string;
        /** What their API token is called, if the call came with one. */
        readonly token?: string | undefined;
      }
    | { readonly kind: 'unknown' | 'command' };
  readonly address: string | null;
}

const storage = new AsyncLocalStorage<CallContext>();

/**
 * Who causes what happens during `work`. For the audit trail and the activity alone: nothing may be allowed or refused by it, so that
 * every operation still says whom it acts for.
 */
export function inCall<T>(context: CallContext, work: () => T): T {
  return storage.run(context, work);
}

/** Undefined in a background job. */
export function currentCall(): CallContext | undefined {
  return storage.getStore();
}

/** The name of the API token by which this person acts in the current call. */
export function tokenInCall(personId: string | null | undefined): string | undefined {
  const caller = currentCall()?.caller;
  return caller?.kind === 'person' && caller.id === personId ? caller.token : undefined;
}
