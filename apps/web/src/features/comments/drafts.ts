import { useSyncExternalStore } from 'react';
import { onWipe } from '../../lib/wipe.ts';
import { keepNamed, type Mentioned } from './mentions/mention-text.ts';
import type { Written } from './mentions/use-mentions.ts';

export interface Draft extends Written {
  /** Revision of the comment that is edited. */
  readonly revision?: number;
}

export const NOTHING_WRITTEN: Written = { text: '', mentions: [] };

/**
 * Text that was typed but not sent, by the id of the item, or of the comment that is edited. Kept because the person
 * may look at another row meanwhile.
 */
const drafts = new Map<string, Draft>();
/** The comment being sent for each item. A retry sends the same key, so that it is created only once. */
const sending = new Map<string, { readonly body: string; readonly key: string }>();
const listeners = new Set<() => void>();

export function draftOf(id: string): Draft | undefined {
  return drafts.get(id);
}

export function keepDraft(id: string, draft: Draft | undefined): void {
  if (draft === undefined) drafts.delete(id);
  else drafts.set(id, draft);
  for (const listener of listeners) listener();
}

onWipe(() => {
  drafts.clear();
  sending.clear();
});

export function useDraft(id: string): Draft | undefined {
  return useSyncExternalStore(subscribe, () => drafts.get(id));
}

/** Returns the idempotency key of the comment. */
export function startSending(id: string, written: Written): string {
  const body = bodyOf(written);
  const known = sending.get(id);
  const key = known?.body === body ? known.key : crypto.randomUUID();
  sending.set(id, { body, key });
  return key;
}

/** Takes the comment that was sent out of the draft. Text that was typed meanwhile stays. */
export function endSending(id: string, sent: Written): void {
  if (sending.get(id)?.body !== bodyOf(sent)) return;
  sending.delete(id);
  const draft = drafts.get(id);
  if (draft !== undefined) keepDraft(id, restOf(draft, sent));
}

function restOf(draft: Draft, sent: Written): Draft | undefined {
  const typed = draft.text.trimStart();
  if (!typed.startsWith(sent.text)) return draft;
  const text = typed.slice(sent.text.length).trimStart();
  return text === '' ? undefined : { text, mentions: keepNamed(text, draft.mentions) };
}

function bodyOf({ text, mentions }: Written): string {
  return JSON.stringify([text, idsOf(mentions)]);
}

export function idsOf(mentions: readonly Mentioned[]) {
  return mentions.map(({ id }) => id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
