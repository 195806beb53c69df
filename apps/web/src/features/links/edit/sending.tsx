import { isErrorCode } from '@coffer/contracts';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { localError } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { readGuestListAgain } from '../../../api/links/edit-link.ts';
import { useLeaveWarning } from '../../../lib/hooks/use-leave-warning.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import type { GuestEngine, GuestTransfer } from '../request/guest-transfers.ts';
import styles from './edit.module.css';
import { useText } from './texts.ts';

interface SendingProps {
  readonly token: string;
  readonly engine: GuestEngine;
  /** Whether the uploads are versions of a single file, whose name stays. */
  readonly isVersion?: boolean;
}

/** Delay before the list is reloaded, so that files that arrive together cause one reload. */
const SETTLED_MS = 300;

export function Sending({ token, engine, isVersion = false }: SendingProps) {
  const text = useText();
  const { size } = useFormats();
  const cache = useQueryCache();
  const subscribe = useCallback((listener: () => void) => engine.subscribe(listener), [engine]);
  const { summary, byPhase } = useSyncExternalStore(subscribe, () => engine.view());
  useLeaveWarning(summary.lostOnReload > 0);
  useEffect(() => {
    if (summary.done === 0 && summary.failed === 0) return undefined;
    const timer = setTimeout(() => void readGuestListAgain(cache, token), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [summary.done, summary.failed, cache, token]);
  const conflicts = [...(byPhase['conflict']?.values() ?? [])];
  const failed = [...(byPhase['failed']?.values() ?? [])];
  const isOpen = summary.open > 0;
  if (!isOpen && failed.length === 0 && summary.interrupted === 0 && summary.done === 0) return null;
  return (
    <div className={styles['panel']}>
      {isOpen && (
        <>
          <ProgressBar
            label={text('guestEdit.progress')}
            value={summary.sizeBytes === 0 ? 0 : summary.sentBytes / summary.sizeBytes}
          />
          <div className={styles['line']}>
            <output className={styles['grow']}>
              {text('guestEdit.sending', { count: summary.open })}
              {` · ${text('guestEdit.sizeOf', { size: size(summary.sentBytes), max: size(summary.sizeBytes) })}`}
            </output>
            <Button onClick={() => (summary.paused > 0 ? engine.resumeAll() : engine.pauseAll())}>
              {text(summary.paused > 0 ? 'guestEdit.resume' : 'guestEdit.pause')}
            </Button>
          </div>
        </>
      )}
      {!isOpen && summary.done > 0 && (
        <output>
          {text(isVersion ? 'guestEdit.version.done' : 'guestEdit.done', { count: summary.done })}
        </output>
      )}
      {summary.interrupted > 0 && <p>{text('guestEdit.again')}</p>}
      <ul className={styles['rows']}>
        {conflicts.map((transfer) => (
          <Conflict key={transfer.id} transfer={transfer} engine={engine} />
        ))}
        {failed.map((transfer) => (
          <Failed key={transfer.id} transfer={transfer} engine={engine} />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly transfer: GuestTransfer;
  readonly engine: GuestEngine;
}

/** Nothing is replaced without the guest's decision. */
function Conflict({ transfer: { id, path }, engine }: RowProps) {
  const text = useText();
  return (
    <li className={styles['line']}>
      <span className={styles['grow']}>{text('guestEdit.conflict', { name: path.at(-1) ?? '' })}</span>
      <Button onClick={() => engine.decide(id, 'replace', false)}>{text('guestEdit.replace')}</Button>
      <Button onClick={() => engine.decide(id, 'rename', false)}>{text('guestEdit.keep')}</Button>
      <Button tone="quiet" onClick={() => engine.cancel(id)}>
        {text('guestEdit.skip')}
      </Button>
    </li>
  );
}

function Failed({ transfer: { id, path, failure }, engine }: RowProps) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const code = failure?.code ?? 'internal';
  return (
    <li className={styles['line']}>
      <span className={styles['grow']}>
        {text('guestEdit.failed', { name: path.at(-1) ?? '' })}
        <span className={styles['note']}> {ofError(localError(isErrorCode(code) ? code : 'internal'))}</span>
      </span>
      <Button onClick={() => engine.retryAll()}>{text('guestEdit.retry')}</Button>
      <Button tone="quiet" onClick={() => engine.cancel(id)}>
        {text('guestEdit.skip')}
      </Button>
    </li>
  );
}
