import type { GuestNode, GuestShare, NodeId } from '@coffer/contracts';
import { Ellipsis, FolderInput, Pencil, SquarePen, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { editsText } from '../../../api/links/edits-text.ts';
import { readGuestListAgain, renameByLink, trashByLink } from '../../../api/links/edit-link.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { focusHeadingIfLost } from '../../../ui/page/focus-heading.ts';
import { AlertDialog, MenuButton } from '../../../ui/overlays/index.ts';
import styles from './edit.module.css';
import { NameDialog } from './name-dialog.tsx';
import { useText } from './texts.ts';
import { useMoving } from './use-moving.ts';
import { useRowDrag } from './use-row-drag.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

interface EditMenuProps {
  readonly token: string;
  readonly node: GuestNode;
  /** Kinds of files that the link accepts. Empty if it accepts all. */
  readonly kinds: GuestShare['kinds'];
  /** The folder that contains the item. */
  readonly folderId: NodeId;
  /** Opens the item. Undefined if the item cannot be opened. */
  readonly href: string | undefined;
}

/** Actions of a guest on one item. */
export function EditMenu({ token, node, kinds, folderId, href }: EditMenuProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const cache = useQueryCache();
  const [asked, setAsked] = useState<string>();
  const { name } = node;
  const editHref = editsText({ kinds }, node) && href !== undefined ? `${href}#edit` : undefined;
  const handleAction = (id: string): void => {
    if (id === 'edit' && editHref !== undefined) navigate(editHref);
    else setAsked(id);
  };
  const close = (): void => setAsked(undefined);
  const inRow = useRef<HTMLSpanElement>(null);
  const { moveDragged } = useMoving(token);
  useRowDrag(inRow, { node, from: folderId, onMove: (movement) => void moveDragged(movement) });
  const trashing = useMutation(async (): Promise<void> => await trashByLink(token, node.id));
  const handleTrash = async (): Promise<void> => {
    const { failure } = await trashing.run();
    if (failure === undefined) {
      close();
      showToast({ tone: 'success', key: 'guest-edit', text: text('guestEdit.trashed', { name }) });
    }
    await readGuestListAgain(cache, token);
    if (failure === undefined) focusHeadingIfLost();
  };
  return (
    <span ref={inRow} className={styles['menu']}>
      <MenuButton
        icon={Ellipsis}
        label={text('guestEdit.more', { name })}
        entries={[
          ...(editHref === undefined ? [] : [{ id: 'edit', label: text('guestEdit.edit'), icon: SquarePen }]),
          { id: 'rename', label: text('guestEdit.rename'), icon: Pencil },
          { id: 'move', label: text('guestEdit.move'), icon: FolderInput },
          { id: 'trash', label: text('guestEdit.trash'), icon: Trash2 },
        ]}
        onAction={handleAction}
      />
      {asked === 'rename' && (
        <NameDialog
          title={text('guestEdit.rename.title', { name })}
          name={name}
          isFile={node.kind === 'file'}
          saveLabel={text('guestEdit.rename.save')}
          onSave={async (typed) => {
            try {
              await renameByLink(token, node, typed);
              showToast({
                tone: 'success',
                key: 'guest-edit',
                text: text('guestEdit.renamed', { name: typed }),
              });
            } finally {
              // Also after a refusal: only the new list has the revision with which the next try succeeds.
              await readGuestListAgain(cache, token);
            }
          }}
          onClose={close}
        />
      )}
      {asked === 'move' && (
        <Suspense fallback={null}>
          <MoveDialog token={token} node={node} from={folderId} onClose={close} />
        </Suspense>
      )}
      {asked === 'trash' && (
        <AlertDialog
          isOpen
          title={text('guestEdit.trash.title', { name })}
          confirmLabel={text('guestEdit.trash.confirm')}
          cancelLabel={text('guestEdit.cancel')}
          isBusy={trashing.isPending}
          onConfirm={() => void handleTrash()}
          onClose={close}
        >
          <p>{text('guestEdit.trash.text')}</p>
          <Refusal words={ofFailure(trashing.failure)} />
        </AlertDialog>
      )}
    </span>
  );
}
