import type { HolderId, NodeView } from '@coffer/contracts';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { invalidateTree } from '../../api/nodes.ts';
import { leftMessage } from '../../api/sharing/leaving.ts';
import { removeGrant } from '../../api/sharing/sharing.ts';
import { useText as useLeavingText } from '../../api/sharing/texts.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { AlertDialog } from '../../ui/overlays/index.ts';
import styles from './sharing.module.css';
import { useText } from './texts.ts';

interface LeaveProps {
  readonly node: Pick<NodeView, 'id' | 'name'>;
  /** Id of the person as a holder of access. */
  readonly holderId: HolderId;
  readonly onLeft?: () => void;
}

/** Lets the person give up their own access, with undo. */
export function Leave({ node, holderId, onLeft }: LeaveProps) {
  const text = useText();
  const leavingText = useLeavingText();
  const cache = useQueryCache();
  const [isAsked, setAsked] = useState(false);
  const leaving = useMutation(removeGrant);
  const { name } = node;
  const handleConfirm = async (): Promise<void> => {
    const { failure } = await leaving.run(node.id, holderId);
    setAsked(false);
    if (failure !== undefined) {
      const words = errorTexts().ofFailure(failure);
      if (words !== undefined) showToast({ tone: 'danger', text: words });
      return;
    }
    showToast(leftMessage(cache, node, showToast));
    onLeft?.();
    await invalidateTree(cache);
  };
  return (
    <span className={styles['tools']}>
      <IconButton icon={LogOut} label={text('shared.leaveOf', { name })} onClick={() => setAsked(true)} />
      {isAsked && (
        <AlertDialog
          isOpen
          title={text('shared.leave.title', { name })}
          confirmLabel={text('shared.leave')}
          cancelLabel={text('shared.cancel')}
          isBusy={leaving.isPending}
          onConfirm={() => void handleConfirm()}
          onClose={() => setAsked(false)}
        >
          <p>{leavingText('leaving.text')}</p>
        </AlertDialog>
      )}
    </span>
  );
}
