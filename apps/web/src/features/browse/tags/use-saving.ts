import { LIMITS, type ListSelection, type NodeId, type TagItemsResult } from '@coffer/contracts';
import { useState } from 'react';
import { errorTexts } from '../../../api/calls/error-texts.ts';
import { type ApiError, apiErrorOf } from '../../../api/calls/error.ts';
import type { QueryCache } from '../../../api/calls/query-cache.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { invalidateTags, itemsOf, tagItems } from '../../../api/tags/tags.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import type { Chosen, Marks } from './marks.ts';
import { text } from './texts.ts';

interface Done {
  readonly tagId: string;
  readonly isOn: boolean;
  readonly result: TagItemsResult;
}

interface Saving {
  readonly isBusy: boolean;
  readonly refusal: string | undefined;
  /** Saves the changes. Unless all are saved, they stay chosen, without those of deleted tags. */
  readonly save: (changes: Marks['changes'], onKept: (kept: Chosen) => void) => Promise<void>;
}

export function useSaving({
  selection,
  onSaved,
}: {
  readonly selection: ListSelection;
  readonly onSaved: () => void;
}): Saving {
  const cache = useQueryCache();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const save: Saving['save'] = async (changes, onKept) => {
    if (isBusy) return;
    setBusy(true);
    setRefusal(undefined);
    const done: Done[] = [];
    const kept = new Map(changes);
    let failure: ApiError | undefined;
    for (const [tagId, isOn] of changes) {
      const [outcome] = await Promise.allSettled([tagItems(tagId, selection, isOn)]);
      const error = outcome.status === 'rejected' ? apiErrorOf(outcome.reason) : undefined;
      const isDeleted = error?.code === 'tag_not_found';
      if (outcome.status === 'fulfilled') done.push({ tagId, isOn, result: outcome.value });
      // A tag that somebody has deleted is on no item.
      if (error !== undefined && !(isDeleted && !isOn)) failure = error;
      if (isDeleted) kept.delete(tagId);
      else if (error !== undefined) break;
    }
    if (failure === undefined) onSaved();
    else {
      setRefusal(errorTexts().ofError(failure));
      onKept(kept);
    }
    setBusy(false);
    tell(cache, done);
    await invalidateTags(cache);
  };
  return { isBusy, refusal, save };
}

/** Key of a single toast: the message of an older change may be outdated. */
const KEY = 'change';

function tell(cache: QueryCache, done: readonly Done[]): void {
  const changed = done.filter(({ result }) => result.changed.length > 0);
  const count = new Set(changed.flatMap(({ result }) => result.changed)).size;
  const [first] = changed;
  if (first !== undefined) {
    const isOne = changed.length === 1;
    showToast({
      key: KEY,
      text: text(isOne ? (first.isOn ? 'tags.added' : 'tags.removed') : 'tags.changed', { count }),
      action: { label: text('tags.undo'), onPress: () => void undo(cache, changed) },
    });
  }
  const refused = done.flatMap(({ result }) => result.refused);
  if (refused.length === 0) return;
  const isFull = refused.some(({ code }) => code === 'limit_reached');
  const words = text('tags.refused', { count: new Set(refused.map(({ id }) => id)).size });
  const reason = isFull ? ` ${text('tags.tooMany', { count: LIMITS.tagsPerNodeMax })}` : '';
  showToast({ tone: 'danger', text: `${words}${reason}` });
}

/** Undoes the changes only on items that were actually changed. */
async function undo(cache: QueryCache, changed: readonly Done[]): Promise<void> {
  try {
    for (const { tagId, isOn, result } of changed) {
      const ids: readonly NodeId[] = result.changed;
      await tagItems(tagId, itemsOf(ids), !isOn);
    }
    showToast({ key: KEY, text: text('tags.undone') });
  } catch (cause) {
    showToast({ tone: 'danger', text: errorTexts().ofError(apiErrorOf(cause)) });
  }
  await invalidateTags(cache);
}
