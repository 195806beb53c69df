import type { RetentionEffect, SpaceRetention } from '@coffer/contracts';
import { useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { errorTexts, useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import {
  changeRetention,
  type RetentionChange,
  retentionEffectQuery,
  retentionQuery,
  type RetentionValues,
} from '../../api/spaces/retention.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { changeOf, type Draft, shortened } from './draft.ts';
import { isNothing } from './effect.tsx';
import type { RetentionDialogProps } from './dialog-props.ts';
import { useText } from './texts.ts';

interface Save {
  /** The retention that the form is based on: as it was when the dialog opened, or after somebody else's change. */
  readonly seen: SpaceRetention;
  /** Saves, or asks first if something would be deleted. */
  readonly save: (draft: Draft, values: RetentionValues) => Promise<void>;
  readonly confirm: (draft: Draft) => Promise<void>;
  /** What would be deleted, while that is asked. */
  readonly due: RetentionEffect | undefined;
  readonly cancel: () => void;
  readonly isBusy: boolean;
  readonly refusal: string | undefined;
}

interface SaveProps extends RetentionDialogProps {
  readonly retention: SpaceRetention;
  /** Somebody else has changed the values meanwhile. */
  readonly onChanged: (seen: SpaceRetention, now: SpaceRetention) => void;
}

export function useSave(props: SaveProps): Save {
  const { spaceId, side, onClose, onChanged, retention } = props;
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const [seen, setSeen] = useState(retention);
  const [due, setDue] = useState<RetentionEffect>();
  const counting = useMutation(
    async (values: RetentionValues) =>
      await cache.fetchQuery({ ...retentionEffectQuery(spaceId, side, values), staleTime: 0 }),
  );
  const changing = useMutation(
    async (revision: number, change: RetentionChange) =>
      await changeRetention(cache, { spaceId, side }, { revision, change }),
  );
  const failure = counting.failure ?? changing.failure;
  const isLate = failure !== undefined && apiErrorOf(failure.cause).code === 'revision_conflict';
  const undo = async (revision: number, before: RetentionChange): Promise<void> => {
    const [undone] = await Promise.allSettled([
      changeRetention(cache, { spaceId, side }, { revision, change: before }),
    ]);
    showToast(
      undone.status === 'fulfilled'
        ? { key: 'retention', text: text('retention.undone') }
        : {
            key: 'retention',
            tone: 'danger',
            text: errorTexts().ofFailure({ cause: undone.reason }) ?? '',
          },
    );
  };
  const confirm: Save['confirm'] = async (draft) => {
    const { change, before } = changeOf(draft, seen);
    const { data, failure: refused } = await changing.run(seen.revision, change);
    setDue(undefined);
    if (refused !== undefined && apiErrorOf(refused.cause).code === 'revision_conflict') {
      const now = cache.getQueryData(retentionQuery(spaceId, side).queryKey) ?? seen;
      setSeen(now);
      onChanged(seen, now);
    }
    if (data === undefined) return;
    showToast({
      tone: 'success',
      key: 'retention',
      text: text('retention.saved'),
      action: { label: text('retention.undo'), onPress: () => void undo(data.revision, before) },
    });
    onClose();
  };
  return {
    seen,
    due,
    confirm,
    cancel: () => setDue(undefined),
    isBusy: counting.isPending || changing.isPending,
    refusal: isLate ? text('retention.changedMeanwhile') : words.ofFailure(failure),
    save: async (draft, values) => {
      if (changeOf(draft, seen).isEmpty) {
        onClose();
        return;
      }
      const less = shortened(values, seen);
      if (!less.trash && !less.versions) return await confirm(draft);
      const { data } = await counting.run(values);
      if (data === undefined) return;
      if (isNothing(data, less)) await confirm(draft);
      else setDue(data);
    },
  };
}
