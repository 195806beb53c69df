import { AsyncLocalStorage } from 'node:async_hooks';

export interface CallContext {
  /** `person`: signed in. `command`: on the server's command line. */
  readonly caller:
    | {
        readonly kind: 'person';
        readonly id: string;
        /** Name of the API token, if the call was made with one. */
        readonly token?: string | undefined;
      }
    | { readonly kind: 'unknown' | 'command' };
  readonly address: string | null;
}

const storage = new AsyncLocalStorage<CallContext>();

/**
 * Records who causes what happens during `work`, only for the audit trail and the activity. Never use it for
 * permissions, so that every operation still receives its actor explicitly.
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
