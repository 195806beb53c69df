import { DAY_MS, HOUR_MS } from '@coffer/kit';
import { useState } from 'react';
import { useFormats } from '../../lib/language/format.ts';
import { AlertDialog } from '../../ui/overlays/index.ts';
import { Muted } from '../../ui/page/stack.tsx';
import { useText } from './texts.ts';
import type { PurgeTarget } from './use-purge.ts';

interface PurgeDialogProps {
  readonly target: PurgeTarget;
  /** Undefined until it is known. */
  readonly storeKeepsMs: number | undefined;
  readonly onPurge: (target: PurgeTarget) => Promise<void>;
  readonly onClose: () => void;
}

export function PurgeDialog({ target, storeKeepsMs, onPurge, onClose }: PurgeDialogProps) {
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const handleConfirm = async (): Promise<void> => {
    setBusy(true);
    await onPurge(target);
    onClose();
  };
  const isAll = target.kind === 'all';
  return (
    <AlertDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void handleConfirm()}
      title={text(isAll ? 'trash.empty.ask' : 'trash.purge.ask')}
      cancelLabel={text('trash.cancel')}
      confirmLabel={text(isAll ? 'trash.emptyAll' : 'trash.purge')}
      isBusy={isBusy}
    >
      <p>
        {useEffectText(target)} {text('trash.purge.final')}
      </p>
      <Muted>{useRoomText(storeKeepsMs)}</Muted>
    </AlertDialog>
  );
}

function useRoomText(storeKeepsMs: number | undefined): string {
  const text = useText();
  if (storeKeepsMs === undefined) return text('trash.purge.room');
  const [days, hours] = [storeKeepsMs / DAY_MS, storeKeepsMs / HOUR_MS];
  return days > 2 && Number.isInteger(days)
    ? text('trash.purge.roomDays', { count: days })
    : text('trash.purge.roomHours', { count: hours });
}

/** Names the size only when it is known: the content of folders is counted for the whole trash alone. */
function useEffectText(target: PurgeTarget): string {
  const text = useText();
  const { size } = useFormats();
  if (target.kind === 'all') {
    const { summary } = target;
    return summary === undefined
      ? text('trash.purge.everything')
      : text('trash.purge.sized', { count: summary.items, size: size(summary.sizeBytes) });
  }
  const sizes = target.entries.map(({ node }) => node.sizeBytes);
  const count = sizes.length;
  if (sizes.includes(null)) return text('trash.purge.folders', { count });
  const bytes = sizes.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return text('trash.purge.sized', { count, size: size(bytes) });
}
