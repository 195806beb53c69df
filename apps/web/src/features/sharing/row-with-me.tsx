import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { invalidateTree } from '../../api/nodes.ts';
import { removeGrant } from '../../api/sharing/sharing.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { useFormats } from '../../lib/language/format.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { AlertDialog } from '../../ui/overlays/index.ts';
import { type RowWays, SharedRow } from './shared-row.tsx';
import styles from './sharing.module.css';
import { useText } from './texts.ts';
import type { SharedWithMe } from './use-shared-pages.ts';

interface RowWithMeProps extends RowWays {
  readonly item: SharedWithMe;
}

export function RowWithMe({ item, ...ways }: RowWithMeProps) {
  return (
    <SharedRow
      {...ways}
      item={item}
      facts={useFacts(item)}
      message={item.grant.message}
      end={item.through === undefined && <Leave item={item} />}
    />
  );
}

function useFacts({ grant, grantedBy, through }: SharedWithMe): readonly string[] {
  const text = useText();
  const formats = useFormats();
  const today = useToday();
  return [
    ...(grantedBy === null ? [] : [text('shared.by', { name: grantedBy })]),
    ...(through === undefined ? [] : [text('shared.through', { name: through })]),
    text(`shared.role.${grant.role}`),
    formats.friendlyDate(grant.grantedAt, today),
    ...(grant.expiresAt === null ? [] : [text('shared.until', { date: formats.date(grant.expiresAt) })]),
  ];
}

function Leave({ item: { node, grant } }: { readonly item: SharedWithMe }) {
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

function showFailure(failure: { readonly cause: unknown } | undefined): void {
  const words = errorTexts().ofFailure(failure);
  if (words !== undefined) showToast({ tone: 'danger', text: words });
}
