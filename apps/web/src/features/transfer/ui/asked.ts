import { useSyncExternalStore } from 'react';
import { onWipe } from '../../../lib/wipe.ts';
import type { Transfer } from '../model/machine.ts';

/** What the person is asked about transfers. The tray and the page open the same dialogs. */
export type Asked =
  | { readonly kind: 'decide'; readonly batchId: string }
  | { readonly kind: 'rename'; readonly transfer: Transfer }
  | { readonly kind: 'discard'; readonly transfer: Transfer }
  | ({ readonly kind: 'cancel'; readonly giveUp: () => void } & Loss);

/** What cancelling would lose. */
export interface Loss {
  readonly count: number;
  readonly sentBytes: number;
  /** Whether an earlier page or another device may have sent much more than is known. */
  readonly isUnknown: boolean;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();

export function ask(question: Asked | undefined): void {
  asked = question;
  for (const listener of listeners) listener();
}

export function useAsked(): Asked | undefined {
  return useSyncExternalStore(listen, () => asked);
}

onWipe(() => ask(undefined));

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
