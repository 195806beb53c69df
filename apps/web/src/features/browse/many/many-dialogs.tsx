import { type JobDetails, type JobRequest, LIMITS, type Selection, type SpaceId } from '@coffer/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { errorTexts } from '../../../api/calls/error-texts.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { expressionOf, startJob } from '../../../api/jobs/bulk.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { offerUndo, showFailure, showRefusals } from '../actions/node-actions.ts';
import { FolderDialog } from '../move/folder-dialog.tsx';
import type { Target } from '../move/placing.ts';
import { ManyDialog } from './many-dialog.tsx';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';
import type { Many } from './many.ts';
import { type ManyAct, text } from './texts.ts';

const TagDialog = lazy(async () => ({ default: (await import('../tags/tag-dialog.tsx')).TagDialog }));

interface ManyDialogsProps extends Many {
  readonly spaceId: SpaceId;
  readonly start: Target;
  readonly rootName: string | undefined;
  /** Called when the rows are about to leave the list. */
  readonly onLeaving: () => void;
  readonly onClose: () => void;
}

/** First asks for the target of a move or copy, then shows the preview. Tags need neither. */
export function ManyDialogs({ spaceId, start, rootName, onLeaving, onClose, ...many }: ManyDialogsProps) {
  const cache = useQueryCache();
  const { act, selection } = many;
  const [target, setTarget] = useState(many.target);
  const [expression, setExpression] = useState<Selection>();
  const handleFound = useEffectEvent(
    (found: PromiseSettledResult<Awaited<ReturnType<typeof expressionOf>>>) => {
      if (found.status === 'fulfilled' && typeof found.value === 'object') {
        setExpression(found.value);
        return;
      }
      // The list itself reports that the selection was lost.
      if (found.status === 'fulfilled' && found.value === 'too_many') {
        showToast({ tone: 'danger', text: text('many.tooMany', { count: LIMITS.selectedMax }) });
      }
      if (found.status === 'rejected') {
        showToast({ tone: 'danger', text: errorTexts().ofError(apiErrorOf(found.reason)) });
      }
      onClose();
    },
  );
  const find = useEffectEvent(async () => await Promise.allSettled([expressionOf(many)]));
  useEffect(() => {
    let isOver = false;
    void (async () => {
      const [found] = await find();
      if (!isOver) handleFound(found);
    })();
    return () => {
      isOver = true;
    };
  }, []);
  const askedId = (target ?? start).id;
  const begin = async (request: JobRequest): Promise<void> => {
    const [started] = await Promise.allSettled([startJob(request)]);
    if (started.status === 'rejected') {
      if (apiErrorOf(started.reason).code !== 'not_allowed') throw started.reason;
      showFailure(started.reason, text('many.failed'), askedId);
      return;
    }
    const job = started.value;
    if (act !== 'copy') onLeaving();
    many.onBegun?.();
    // A job that is still running is shown by the job tray.
    if (job.state !== 'running' && act !== 'tags') tell(act, job);
    await invalidateTree(cache);
  };
  const tell = (done: ManyAct, job: JobDetails): void => {
    // Skipped names were the person's choice, so they do not count as failed.
    const count = job.failed - job.skipped;
    if (job.done > 0) {
      offerUndo(cache, text(`many.${done}.done`, { count: job.done, folder: target?.name ?? '' }), job.id);
    }
    if (job.state === 'failed') {
      showRefusals(text('many.failed'), [job.code ?? ''], askedId);
    } else if (count > 0) {
      showRefusals(
        text('many.left', { count }),
        job.reasons.map(({ code }) => code),
        start.id,
      );
    }
  };
  if (act === 'tags') {
    if (expression === undefined || expression.of === 'trash') return null;
    const all = { selection: expression, count: selection.count, spaceId };
    return (
      <Suspense fallback={null}>
        <TagDialog nodes={[]} all={all} onClose={onClose} />
      </Suspense>
    );
  }
  if (act !== 'trash' && target === undefined) {
    return (
      <FolderDialog
        mode={act}
        nodes={[]}
        count={selection.count}
        start={start}
        rootName={rootName}
        onChoose={setTarget}
        onClose={onClose}
      />
    );
  }
  if (expression === undefined) return null;
  const asked = { act, selection: expression, count: selection.count, target };
  return <ManyDialog asked={asked} onStart={begin} onClose={onClose} />;
}
