import type { NodeView } from '@coffer/contracts';
import { LogOut, UserPlus, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { invalidateTree } from '../../api/nodes.ts';
import { invalidateSharing, removeGrant, restoreGrant } from '../../api/sharing/sharing.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { AlertDialog } from '../../ui/overlays/index.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import styles from './sharing.module.css';
import { useText } from './texts.ts';
import type { SharedItem } from './use-shared-pages.ts';

interface SharedRowProps {
  readonly item: SharedItem;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly hrefOf: (item: SharedItem) => string;
  readonly onOpen: (item: SharedItem) => void;
  readonly onShare: (node: NodeView) => void;
}

export function SharedRow(props: SharedRowProps) {
  const { item, isChosen, onChoose, renderMark, hrefOf, onOpen, onShare } = props;
  const { node, grant, sharedWith } = item;
  const text = useText();
  const facts = useFacts(item);
  const handleClick = (event: MouseEvent): void => {
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (isHeld || event.button !== 0) return;
    event.preventDefault();
    onOpen(item);
  };
  return (
    <li className={styles['row']}>
      {sharedWith !== undefined && (
        <input
          type="checkbox"
          className={styles['check']}
          aria-label={text('shared.choose', { name: node.name, person: sharedWith })}
          checked={isChosen}
          onChange={onChoose}
        />
      )}
      {renderMark(node)}
      <span className={styles['words']}>
        <a href={hrefOf(item)} className={styles['name']} onClick={handleClick}>
          <bdi dir="auto">{node.name}</bdi>
        </a>
        <span className={styles['facts']}>{facts.join(' · ')}</span>
        {grant.message !== '' && (
          <span className={styles['message']} dir="auto">
            “{grant.message}”
          </span>
        )}
      </span>
      {item.sharedWith !== undefined && <Manage item={item} onShare={onShare} />}
      {item.sharedWith === undefined && item.through === undefined && <Leave item={item} />}
    </li>
  );
}

function useFacts({ grant, grantedBy, sharedWith, through }: SharedItem): readonly string[] {
  const text = useText();
  const formats = useFormats();
  const today = useToday();
  const by = typeof grantedBy === 'string' ? [text('shared.by', { name: grantedBy })] : [];
  return [
    ...(sharedWith === undefined ? by : [text('shared.with', { name: sharedWith })]),
    ...(through === undefined ? [] : [text('shared.through', { name: through })]),
    text(`shared.role.${grant.role}`),
    formats.friendlyDate(grant.grantedAt, today),
    ...(grant.expiresAt === null ? [] : [text('shared.until', { date: formats.date(grant.expiresAt) })]),
  ];
}

function Leave({ item: { node, grant } }: { readonly item: SharedItem }) {
  const text = useText();
  const cache = useQueryCache();
  const [isAsked, setAsked] = useState(false);
  const leaving = useMutation(removeGrant);
  const handleConfirm = async (): Promise<void> => {
    const { failure } = await leaving.run(node.id, grant.holderId);
    setAsked(false);
    if (failure === undefined) {
      showToast({ tone: 'success', text: text('shared.left', { name: node.name }) });
      await invalidateTree(cache);
    } else showFailure(failure);
  };
  return (
    <span className={styles['tools']}>
      <IconButton
        icon={LogOut}
        label={text('shared.leaveOf', { name: node.name })}
        onClick={() => setAsked(true)}
      />
      {isAsked && (
        <AlertDialog
          isOpen
          title={text('shared.leave.title', { name: node.name })}
          confirmLabel={text('shared.leave')}
          cancelLabel={text('shared.cancel')}
          isBusy={leaving.isPending}
          onConfirm={() => void handleConfirm()}
          onClose={() => setAsked(false)}
        >
          <p>{text('shared.leave.text')}</p>
        </AlertDialog>
      )}
    </span>
  );
}

function Manage({
  item: { node, grant, sharedWith = '' },
  onShare,
}: {
  readonly item: SharedItem;
  readonly onShare: (node: NodeView) => void;
}) {
  const text = useText();
  const cache = useQueryCache();
  const change = useMutation(async (act: () => Promise<void>) => {
    try {
      await act();
    } finally {
      await invalidateSharing(cache);
    }
  });
  const run = async (act: () => Promise<void>): Promise<boolean> => {
    const { failure } = await change.run(act);
    showFailure(failure);
    return failure === undefined;
  };
  const handleRemove = async (): Promise<void> => {
    if (!(await run(() => removeGrant(node.id, grant.holderId)))) return;
    showToast({
      tone: 'success',
      text: text('shared.removed', { name: sharedWith }),
      action: { label: text('shared.undo'), onPress: () => void run(() => restoreGrant(node.id, grant)) },
    });
  };
  const values = { name: node.name, person: sharedWith };
  return (
    <span className={styles['tools']}>
      <IconButton icon={UserPlus} label={text('shared.manage', values)} onClick={() => onShare(node)} />
      <IconButton icon={X} label={text('shared.removeOf', values)} onClick={() => void handleRemove()} />
    </span>
  );
}

function showFailure(failure: { readonly cause: unknown } | undefined): void {
  const words = errorTexts().ofFailure(failure);
  if (words !== undefined) showToast({ tone: 'danger', text: words });
}
