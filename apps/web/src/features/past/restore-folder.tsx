import { isErrorCode, type JobDetails, type NodeId, type PastEffect } from '@coffer/contracts';
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { previewRestore, restoreFolder } from '../../api/jobs/bulk.ts';
import { undo } from '../../api/jobs/undo.ts';
import { invalidateTree } from '../../api/nodes.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Dialog } from '../../ui/overlays/index.ts';
import styles from './past.module.css';
import { useText } from './texts.ts';

interface RestoreFolderProps {
  readonly nodeId: NodeId;
  readonly name: string;
  readonly moment: string;
  /** URL of the folder as it is today. */
  readonly href: string;
}

/** A button, and the dialog that previews the changes before they are made. */
export function RestoreFolder(props: RestoreFolderProps) {
  const { nodeId, moment } = props;
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const counting = useMutation(previewRestore);
  return (
    <>
      <Button
        tone="primary"
        icon={RotateCcw}
        onClick={() => {
          setOpen(true);
          void counting.run(nodeId, moment);
        }}
      >
        {text('past.restore')}
      </Button>
      {isOpen && (
        <RestoreDialog
          {...props}
          effect={counting.isPending ? undefined : counting.data}
          failure={counting.failure}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface RestoreDialogProps extends RestoreFolderProps {
  /** Undefined until it is loaded. */
  readonly effect: PastEffect | undefined;
  readonly failure: { readonly cause: unknown } | undefined;
  readonly onClose: () => void;
}

function RestoreDialog({ nodeId, name, moment, href, effect, failure, onClose }: RestoreDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const { dateTime } = useFormats();
  const restoring = useMutation(restoreFolder);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const time = dateTime(moment);
  const undoIt = async ({ id }: JobDetails): Promise<void> => {
    showToast({ ...(await undo(cache, id)), key: 'change' });
  };
  /** Says why the folder is not wholly as it was. */
  const leftWords = ({ state, failed, done, code }: JobDetails): string => {
    if (failed > 0) return text('past.restore.failed', { count: failed });
    if (state === 'failed') return words.ofCode(code !== null && isErrorCode(code) ? code : 'internal');
    return state === 'cancelled' ? text('past.restore.stopped', { count: done }) : '';
  };
  const handleRestore = async (): Promise<void> => {
    const { data: job, failure: refused } = await restoring.run(nodeId, moment);
    // The person may have closed the dialog to go on elsewhere.
    if (refused !== undefined && !isShown.current) {
      showToast({ tone: 'danger', text: words.ofFailure(refused) ?? '' });
    }
    if (job === undefined) return;
    if (isShown.current) {
      onClose();
      navigate(href);
    }
    await invalidateTree(cache);
    // A job that is still running is shown by the tray.
    if (job.state === 'running') return;
    const left = leftWords(job);
    const done = text(left === '' ? 'past.restore.done' : 'past.restore.partly', { name, time });
    if (job.done > 0) {
      showToast({
        tone: left === '' ? 'success' : 'danger',
        key: 'change',
        text: `${done} ${left}`.trim(),
        action: { label: text('past.restore.undoIt'), onPress: () => void undoIt(job) },
      });
    } else if (left !== '') showToast({ tone: 'danger', text: left });
  };
  const isPossible = effect?.isKnown === true && countOf(effect) > 0;
  return (
    <Dialog
      isOpen
      title={text('past.restore.title', { name, time })}
      closeLabel={text('past.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('past.restore.cancel')}</Button>
          {failure === undefined && (effect === undefined || isPossible) && (
            <Button
              tone="primary"
              isBusy={effect === undefined || restoring.isPending}
              onClick={() => void handleRestore()}
            >
              {text('past.restore.confirm')}
            </Button>
          )}
        </>
      }
    >
      <div aria-live="polite">
        {effect === undefined && failure === undefined && <p>{text('past.restore.counting')}</p>}
        {effect !== undefined && <Effect effect={effect} />}
      </div>
      <Refusal words={words.ofFailure(failure ?? restoring.failure)} />
    </Dialog>
  );
}

const CHANGES = ['moved', 'renamed', 'restored', 'versions', 'trashed'] as const;

function countOf(effect: PastEffect): number {
  return CHANGES.reduce((sum, change) => sum + effect[change], 0);
}

function Effect({ effect }: { readonly effect: PastEffect }) {
  const text = useText();
  const { dateTime } = useFormats();
  const { isKnown, knownFrom, left, lost } = effect;
  if (!isKnown) {
    return (
      <p>
        {knownFrom === null
          ? text('past.restore.unknown')
          : text('past.restore.unknownFrom', { time: dateTime(knownFrom) })}
      </p>
    );
  }
  return (
    <>
      {countOf(effect) === 0 ? (
        <p>{text('past.restore.nothing')}</p>
      ) : (
        <>
          <p>{text('past.restore.intro')}</p>
          <ul className={styles['effect']}>
            {CHANGES.filter((change) => effect[change] > 0).map((change) => (
              <li key={change}>{text(`past.restore.${change}`, { count: effect[change] })}</li>
            ))}
          </ul>
        </>
      )}
      {left > 0 && <p className={styles['note']}>{text('past.restore.left', { count: left })}</p>}
      {lost > 0 && <p className={styles['note']}>{text('past.restore.lost', { count: lost })}</p>}
      {countOf(effect) > 0 && <p className={styles['note']}>{text('past.restore.undo')}</p>}
    </>
  );
}
