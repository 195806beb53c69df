import type { JobPreview, JobRequest, Selection } from '@coffer/contracts';
import { useState } from 'react';
import { type ApiError, apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { usePreview } from '../../../api/jobs/use-preview.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { type Conflict, decideAll, SAFE, plainRule } from '../move/names/decide.ts';
import { TakenNames } from '../move/names/taken-names.tsx';
import type { Target } from '../move/placing.ts';
import { type ManyAct, useText } from './texts.ts';

export interface Asked {
  readonly act: ManyAct;
  readonly selection: Selection;
  readonly count: number;
  readonly target: Target | undefined;
}

interface ManyDialogProps {
  readonly asked: Asked;
  readonly onStart: (request: JobRequest) => Promise<void>;
  readonly onClose: () => void;
}

/** Previews an action on many items, and asks once about all name conflicts. */
export function ManyDialog({ asked, onStart, onClose }: ManyDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const { act, count, target } = asked;
  const [chosen, setChosen] = useState(SAFE);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const { preview, taken, failure: uncounted, retry } = usePreview(requestOf(asked));
  const conflicts = taken.map((each): Conflict => ({ ...each, mayReplace: each.mayReplace === true }));
  const isCounting = preview === undefined && uncounted === undefined;
  const start = async (): Promise<void> => {
    // Without a preview, the person has not been asked about name conflicts.
    if (preview === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const isPartial = preview.taken > conflicts.length;
      // Listed names are decided as the person saw them. For names taken later nobody was asked, so both items are
      // kept.
      const naming: Pick<JobRequest, 'conflict' | 'decisions'> = {
        conflict: isPartial ? plainRule(chosen.others) : 'rename',
        decisions: [...decideAll(conflicts, chosen)],
      };
      await onStart({ ...requestOf(asked), ...(preview.taken > 0 && naming) });
      onClose();
    } catch (cause) {
      setFailure(apiErrorOf(cause));
      setBusy(false);
    }
  };
  // What has begun is not cancelled, and its refusal is shown here.
  const handleClose = (): void => {
    if (!isBusy) onClose();
  };
  const folder = target?.name ?? '';
  const effect = useEffectText(preview);
  const refusal = failure ?? uncounted;
  return (
    <Dialog
      isOpen
      size={conflicts.length > 0 ? 'large' : 'small'}
      title={text(`many.${act}.title`, { count, folder })}
      closeLabel={text('many.close')}
      onClose={handleClose}
      footer={
        <>
          <Button isOff={isBusy} onClick={handleClose}>
            {text('many.cancel')}
          </Button>
          <Button
            tone="primary"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the action can be undone, so its button may take the focus
            autoFocus
            isBusy={isBusy || isCounting}
            onClick={uncounted === undefined ? () => void start() : retry}
          >
            {text(uncounted === undefined ? `many.${act}.confirm` : 'many.retry')}
          </Button>
        </>
      }
    >
      {/* `data-unsaved` holds back list updates until the response, so that a refusal keeps the selection. */}
      <p aria-live="polite" data-unsaved={isBusy || undefined}>
        {uncounted === undefined ? effect : text('many.notCounted')}
      </p>
      {preview !== undefined && preview.taken > 0 && (
        <>
          <p>{text('many.taken', { count: preview.taken, folder })}</p>
          <TakenNames
            mode={act === 'copy' ? 'copy' : 'move'}
            conflicts={conflicts}
            count={preview.taken}
            chosen={chosen}
            onChange={setChosen}
          />
        </>
      )}
      {refusal !== undefined && <p role="alert">{words.ofError(refusal)}</p>}
    </Dialog>
  );
}

function requestOf({ act, selection, target }: Asked): JobRequest {
  return { act, selection, ...(target === undefined ? {} : { to: target.id }) };
}

function useEffectText(preview: JobPreview | undefined): string {
  const text = useText();
  const { size } = useFormats();
  if (preview === undefined) return text('many.counting');
  const count = preview.items + preview.below;
  const facts = { count, size: size(preview.sizeBytes) };
  if (!preview.isComplete) return text('many.effect.atLeast', facts);
  return preview.below > 0 ? text('many.effect', facts) : text('many.effect.flat', facts);
}
