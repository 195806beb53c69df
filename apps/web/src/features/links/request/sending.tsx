import type { HandIn } from '@coffer/contracts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { finishHandIn } from '../../../api/links/hand-in.ts';
import { guestLinkQuery } from '../../../api/links/guest-link.ts';
import { invalidate } from '../../../api/calls/query-cache.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { useEvery } from '../../../lib/hooks/use-every.ts';
import { useLeaveWarning } from '../../../lib/hooks/use-leave-warning.ts';
import { useWakeLock } from '../../../lib/hooks/use-wake-lock.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { ChooseAgain } from './choose-again.tsx';
import type { GuestEngine, GuestSending, OwnHandIn } from './guest-transfers.ts';
import { OutageBanner } from './outage-banner.tsx';
import styles from './request.module.css';
import { Row } from './row.tsx';
import { createSendingSource, type SendingRow } from './sending-rows.ts';
import { useText } from './texts.ts';

interface SendingProps {
  readonly handIn: OwnHandIn;
  readonly sending: GuestSending;
  /** The hand-in as an earlier page left it. Undefined if this page began it. */
  readonly earlier: HandIn | undefined;
  readonly sharedBy: string | null;
  readonly onFinished: (receipt: HandIn) => void;
  readonly onNothing: () => void;
  /** Another tab no longer has the hand-in open. */
  readonly onReleased: () => void;
}

const LOST_AFTER_MS = 4_000;
const OTHER_TAB_EVERY_MS = 1_000;

function arrivedIn(earlier: HandIn | undefined): HandIn['files'] {
  return (earlier?.files ?? []).filter(({ arrivedAt }) => arrivedAt !== null);
}

function useIsOver(ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
}

/** Whether another tab has the hand-in open. Undefined until that is known. */
function useOtherTab(
  isOpenElsewhere: () => Promise<boolean>,
  hasTransfers: boolean,
  onReleased: () => void,
): boolean | undefined {
  const [isOpen, setOpen] = useState<boolean>();
  const isWatched = isOpen === true || !hasTransfers;
  useEvery(isWatched ? OTHER_TAB_EVERY_MS : undefined, async () => {
    const found = await isOpenElsewhere();
    setOpen(found);
    if (isOpen === true && !found) onReleased();
  });
  return isOpen;
}

const ENDED = ['link_unknown', 'link_expired', 'hand_in_finished'];

export function Sending(props: SendingProps) {
  const { handIn, earlier, onFinished, onNothing } = props;
  const { engine, end, isOpenElsewhere } = props.sending;
  const text = useText();
  const words = useErrorTexts();
  const { number, size } = useFormats();
  const cache = useQueryCache();
  const [source] = useState(() => createSendingSource(engine, arrivedIn(earlier)));
  const sending = useSyncExternalStore(source.subscribe, source.read);
  const finishing = useMutation(async (): Promise<void> => {
    const receipt = await finishHandIn(handIn);
    end();
    onFinished(receipt);
  });
  const { rows, view, fileCount, doneCount, hasTransfers } = sending;
  const { summary, outage } = view;
  useLeaveWarning(summary.lostOnReload > 0);
  useWakeLock(summary.running > 0);
  const isIdle = summary.open === 0 && summary.interrupted === 0;
  const isElsewhere = useOtherTab(isOpenElsewhere, hasTransfers, props.onReleased);
  // Uploads of an earlier page take a moment to be restored.
  const isLost = useIsOver(LOST_AFTER_MS) && !hasTransfers && isElsewhere === false;
  const isWhole = isIdle && summary.failed === 0 && hasTransfers;
  const hasEnded = rows.some(({ failureCode }) => ENDED.includes(failureCode ?? ''));
  const finish = async (): Promise<void> => {
    const { failure } = await finishing.run();
    if (failure !== undefined) await invalidate(cache, guestLinkQuery(handIn.token).queryKey);
  };
  useEffect(() => {
    if (!isWhole) return;
    if (doneCount > 0) void finish();
    else {
      end();
      onNothing();
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the last file has arrived
  }, [isWhole]);
  useEffect(() => {
    if (hasEnded) void invalidate(cache, guestLinkQuery(handIn.token).queryKey);
  }, [hasEnded, cache, handIn.token]);
  const bytes = rows.reduce((sum, row) => sum + row.sizeBytes, 0);
  const sent = rows.reduce((sum, row) => sum + row.sentBytes, 0);
  return (
    <>
      <div className={styles['progress']}>
        <ProgressBar
          label={text('request.progress')}
          value={bytes === 0 ? doneCount / Math.max(1, fileCount) : sent / bytes}
        />
        <output className={styles['muted']}>
          {text('request.arrived', { done: number(doneCount), count: fileCount })}
          {` · ${text('request.sizeOf', { size: size(sent), max: size(bytes) })}`}
        </output>
      </div>
      {outage !== undefined && summary.open > 0 && <OutageBanner />}
      {summary.interrupted > 0 && <ChooseAgain engine={engine} isPermitted={summary.needPermission === 0} />}
      {isElsewhere === true && (
        <Banner tone="info" title={text('request.elsewhere.title')}>
          <p>{text('request.elsewhere.text')}</p>
        </Banner>
      )}
      {isLost && (
        <Banner tone="info" title={text('request.lost.title')}>
          <p>{text('request.lost.text')}</p>
          <div className={styles['again']}>
            {doneCount > 0 && (
              <Button tone="primary" isBusy={finishing.isPending} onClick={() => void finish()}>
                {text('request.finishWith', { count: doneCount })}
              </Button>
            )}
            <Button onClick={onNothing}>{text('request.startAgain')}</Button>
          </div>
        </Banner>
      )}
      <ul className={styles['rows']} aria-label={text('request.sending')}>
        {rows.map((row) => (
          <SentRow key={row.key} row={row} engine={engine} sharedBy={props.sharedBy} />
        ))}
      </ul>
      <Refusal words={words.ofFailure(finishing.failure)} />
      <div className={styles['submit']}>
        {summary.open > 0 && (
          <Button onClick={() => (summary.paused > 0 ? engine.resumeAll() : engine.pauseAll())}>
            {text(summary.paused > 0 ? 'request.resume' : 'request.pause')}
          </Button>
        )}
        {summary.retriable > 0 && (
          <Button tone="primary" onClick={() => engine.retryAll()}>
            {text('request.retry')}
          </Button>
        )}
        {isIdle && !isWhole && hasTransfers && doneCount > 0 && (
          <Button isBusy={finishing.isPending} onClick={() => void finish()}>
            {text('request.finishWithout', { count: fileCount - doneCount })}
          </Button>
        )}
        {isWhole && finishing.failure !== undefined && (
          <Button tone="primary" isBusy={finishing.isPending} onClick={() => void finish()}>
            {text('request.finish')}
          </Button>
        )}
      </div>
      {summary.lostOnReload > 0 && <p className={styles['muted']}>{text('request.stay')}</p>}
    </>
  );
}

interface SentRowProps extends Pick<SendingProps, 'sharedBy'> {
  readonly row: SendingRow;
  readonly engine: GuestEngine;
}

const KNOWN_FAILURES = [
  'request_full',
  'kind_not_accepted',
  'quota_exceeded',
  'file_unreadable',
  'file_changed',
  'invalid_request',
  'node_not_found',
] as const;

function SentRow({ row, engine, sharedBy }: SentRowProps) {
  const text = useText();
  const { percent, size } = useFormats();
  const { name, isFolder, fileCount, doneCount, sizeBytes, sentBytes, failureCode, openIds } = row;
  const isDone = doneCount === fileCount;
  const known = KNOWN_FAILURES.find((code) => code === failureCode);
  const problem =
    failureCode === undefined
      ? undefined
      : text(known === undefined ? 'request.failed.other' : `request.failed.${known}`, {
          name: sharedBy ?? text('request.somebody'),
        });
  const status = (): string => {
    if (isDone) return text('request.row.done');
    if (failureCode !== undefined) return text('request.row.failed');
    if (row.isWaiting) return text('request.row.waiting');
    return row.isRunning && sizeBytes > 0 ? percent(sentBytes / sizeBytes) : text('request.row.queued');
  };
  return (
    <Row
      name={name}
      isFolder={isFolder}
      facts={isFolder ? text('request.folder', { count: fileCount, size: size(sizeBytes) }) : size(sizeBytes)}
      status={status()}
      problem={problem}
      isDone={isDone}
      removeLabel={text('request.giveUp', { name })}
      onRemove={
        openIds.length === 0
          ? undefined
          : () => {
              for (const id of openIds) engine.cancel(id);
            }
      }
    >
      {!isDone && row.isRunning && (
        <ProgressBar label={name} value={sizeBytes === 0 ? undefined : sentBytes / sizeBytes} />
      )}
    </Row>
  );
}
