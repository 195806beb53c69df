import { DAY_MS, HOUR_MS } from '@coffer/kit';
import { useState } from 'react';
import { type ApiError, apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { type Previewed, usePreview } from '../../../api/jobs/use-preview.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { AlertDialog } from '../../../ui/overlays/index.ts';
import { Muted } from '../../../ui/page/stack.tsx';
import { useText } from '../texts.ts';
import { type Asked, requestOf } from './asked.ts';

interface ActDialogProps {
  readonly asked: Asked;
  /** Undefined until it is loaded. */
  readonly storeKeepsMs: number | undefined;
  readonly onBegin: (asked: Asked) => Promise<void>;
  readonly onClose: () => void;
}

const CONFIRMS = { purge: 'trash.purge', empty: 'trash.emptyAll', restore: 'trash.restore' } as const;

/** Explains the effect of an act before it begins. */
export function ActDialog({ asked, storeKeepsMs, onBegin, onClose }: ActDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const previewed = usePreview(requestOf(asked));
  const effect = useEffectText(asked, previewed);
  const roomText = useRoomText(storeKeepsMs);
  const isFinal = asked.act !== 'restore';
  const handleConfirm = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onBegin(asked);
      onClose();
    } catch (cause) {
      setFailure(apiErrorOf(cause));
      setBusy(false);
    }
  };
  return (
    <AlertDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void handleConfirm()}
      title={useTitle(asked)}
      cancelLabel={text('trash.cancel')}
      confirmLabel={text(CONFIRMS[asked.act])}
      tone={isFinal ? 'danger' : 'primary'}
      isBusy={isBusy}
      isWaiting={effect === undefined}
    >
      <p aria-live="polite">
        {effect ?? text('trash.counting')} {isFinal && text('trash.purge.final')}
      </p>
      {isFinal && <Muted>{roomText}</Muted>}
      {failure !== undefined && <p role="alert">{words.ofError(failure)}</p>}
    </AlertDialog>
  );
}

function useTitle({ act, count, to }: Asked): string {
  const text = useText();
  if (act !== 'restore') return text(`trash.${act}.ask`);
  return to === undefined
    ? text('trash.restore.ask', { count })
    : text('trash.restore.askTo', { count, folder: to.name });
}

function useRoomText(storeKeepsMs: number | undefined): string {
  const text = useText();
  if (storeKeepsMs === undefined) return text('trash.purge.room');
  const [days, hours] = [storeKeepsMs / DAY_MS, storeKeepsMs / HOUR_MS];
  return days > 2 && Number.isInteger(days)
    ? text('trash.purge.roomDays', { count: days })
    : text('trash.purge.roomHours', { count: hours });
}

/** Undefined while the effect is counted. Listed files need no count. */
function useEffectText(asked: Asked, { preview, failure }: Previewed): string | undefined {
  const text = useText();
  const { size } = useFormats();
  const kind = asked.act === 'restore' ? 'restore' : 'purge';
  if (preview !== undefined) {
    const facts = { count: preview.items + preview.below, size: size(preview.sizeBytes) };
    if (!preview.isComplete) return text(`trash.${kind}.atLeast`, facts);
    return text(preview.below > 0 ? `trash.${kind}.within` : `trash.${kind}.sized`, facts);
  }
  const bytes = bytesOf(asked);
  if (bytes !== undefined) return text(`trash.${kind}.sized`, { count: asked.count, size: size(bytes) });
  if (failure === undefined) return undefined;
  return asked.act === 'empty'
    ? text('trash.purge.everything')
    : text(`trash.${kind}.folders`, { count: asked.count });
}

function bytesOf({ nodes }: Asked): number | undefined {
  if (nodes.length === 0 || nodes.some(({ sizeBytes }) => sizeBytes === null)) return undefined;
  return nodes.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
}
