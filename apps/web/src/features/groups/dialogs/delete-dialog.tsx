import type { GroupReach } from '@coffer/contracts';
import { deleteGroup, refreshGroups } from '../../../api/administration/groups.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { AlertDialog } from '../../../ui/overlays/index.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import styles from '../groups.module.css';
import { Places } from '../page/places.tsx';
import { useText } from '../texts.ts';

interface DeleteDialogProps {
  readonly reach: GroupReach;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Shows the access that people lose, because deleting a group cannot be undone. */
export function DeleteDialog({ reach, onDeleted, onClose }: DeleteDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const deleting = useMutation(deleteGroup);
  const { group, places } = reach;
  const handleConfirm = async (): Promise<void> => {
    const { failure } = await deleting.run(group.id);
    if (failure !== undefined) return;
    onDeleted();
    showToast({ tone: 'success', text: text('groups.deleted', { name: group.name }) });
    await refreshGroups(cache);
  };
  return (
    <AlertDialog
      isOpen
      title={text('groups.delete.title', { name: group.name })}
      confirmLabel={text('groups.delete.yes')}
      cancelLabel={text('groups.cancel')}
      isBusy={deleting.isPending}
      onConfirm={() => void handleConfirm()}
      onClose={onClose}
    >
      <div className={styles['section']}>
        <p>
          {text(places.length === 0 ? 'groups.delete.nothing' : 'groups.delete.text', {
            count: group.people,
          })}
        </p>
        {places.length > 0 && <Places places={places} />}
        <Refusal words={words.ofFailure(deleting.failure)} />
      </div>
    </AlertDialog>
  );
}
