import { invalidateSharing, removeGrant, restoreGrant } from '../../api/sharing/sharing.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { inTurns } from './in-turns.ts';
import styles from './sharing.module.css';
import { useText } from './texts.ts';
import type { SharedItem } from './use-shared-pages.ts';

interface GrantBarProps {
  readonly chosen: readonly SharedItem[];
  readonly isEvery: boolean;
  readonly onChooseEvery: () => void;
  readonly onClear: () => void;
}

/** Removes the access of the selected people at once, with undo. */
export function GrantBar({ chosen, isEvery, onChooseEvery, onClear }: GrantBarProps) {
  const text = useText();
  const cache = useQueryCache();
  const changing = useMutation(
    async (items: readonly SharedItem[], act: (item: SharedItem) => Promise<void>) => {
      const done = await inTurns(items, act);
      await invalidateSharing(cache);
      return done;
    },
  );
  const run = async (...work: Parameters<typeof changing.run>): Promise<readonly SharedItem[]> => {
    const { data: done = [] } = await changing.run(...work);
    const left = work[0].length - done.length;
    if (left > 0) showToast({ tone: 'danger', text: text('shared.notChanged', { count: left }) });
    return done;
  };
  const undo = async (items: readonly SharedItem[]): Promise<void> => {
    const done = await run(items, ({ node, grant }) => restoreGrant(node.id, grant));
    if (done.length === 0) return;
    showToast({ tone: 'success', key: 'grants', text: text('shared.restoredMany', { count: done.length }) });
  };
  const handleRemove = async (): Promise<void> => {
    const done = await run(chosen, ({ node, grant }) => removeGrant(node.id, grant.holderId));
    onClear();
    if (done.length === 0) return;
    showToast({
      tone: 'success',
      key: 'grants',
      text: text('shared.removedMany', { count: done.length }),
      action: { label: text('shared.undo'), onPress: () => void undo(done) },
    });
  };
  return (
    <div className={styles['bar']}>
      <input
        type="checkbox"
        className={styles['check']}
        aria-label={text('shared.chooseAll')}
        checked={isEvery}
        onChange={isEvery ? onClear : onChooseEvery}
      />
      <output>{text('shared.chosen', { count: chosen.length })}</output>
      {chosen.length > 0 && (
        <Button isBusy={changing.isPending} onClick={() => void handleRemove()}>
          {text('shared.removeChosen')}
        </Button>
      )}
    </div>
  );
}
