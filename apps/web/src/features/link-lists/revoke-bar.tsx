import { errorTexts } from '../../api/calls/error-texts.ts';
import {
  type ChangedLinks,
  invalidateLinkLists,
  type LinkId,
  restoreLinks,
} from '../../api/links/link-lists.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import styles from './link-lists.module.css';
import { useText } from './texts.ts';
import type { Chosen } from './use-chosen.ts';

interface RevokeBarProps {
  readonly chosen: Chosen;
  readonly revoke: (ids: readonly LinkId[]) => Promise<ChangedLinks>;
}

/** Revokes the selected links at once, and offers undo for a while. */
export function RevokeBar({ chosen, revoke }: RevokeBarProps) {
  const text = useText();
  const cache = useQueryCache();
  const changing = useMutation(
    async (
      act: RevokeBarProps['revoke'],
      ids: readonly LinkId[],
      onDone: (changed: ChangedLinks) => void,
    ): Promise<void> => {
      try {
        onDone(await act(ids));
      } finally {
        await invalidateLinkLists(cache);
      }
    },
  );
  const run = async (...work: Parameters<typeof changing.run>): Promise<void> => {
    const words = errorTexts().ofFailure((await changing.run(...work)).failure);
    if (words !== undefined) showToast({ tone: 'danger', key: 'links', text: words });
  };
  const tell = (asked: readonly LinkId[], { done, failure }: ChangedLinks): void => {
    const left = asked.length - done.length;
    if (left > 0) {
      const words = errorTexts().ofFailure(failure) ?? text('linkLists.notRevoked', { count: left });
      showToast({ tone: 'danger', text: words });
    }
    if (done.length === 0) return;
    showToast({
      tone: 'success',
      key: 'links',
      text: text('linkLists.revoked', { count: done.length }),
      action: { label: text('linkLists.undo'), onPress: () => void undo(done) },
    });
  };
  const undo = async (ids: readonly LinkId[]): Promise<void> =>
    await run(restoreLinks, ids, ({ done }) => {
      const isWhole = done.length === ids.length;
      showToast({
        tone: isWhole ? 'success' : 'danger',
        key: 'links',
        text: text(isWhole ? 'linkLists.restored' : 'linkLists.restoredSome', { count: done.length }),
      });
    });
  const handleRevoke = async (): Promise<void> => {
    const { ids } = chosen;
    await run(revoke, ids, (changed) => {
      chosen.clear();
      tell(ids, changed);
    });
  };
  return (
    <div className={styles['bar']}>
      <output>{text('linkLists.chosen', { count: chosen.ids.length })}</output>
      {chosen.ids.length > 0 && (
        <>
          <Button isBusy={changing.isPending} onClick={() => void handleRevoke()}>
            {text('linkLists.revoke')}
          </Button>
          <Button tone="quiet" onClick={chosen.clear}>
            {text('linkLists.clear')}
          </Button>
        </>
      )}
    </div>
  );
}
