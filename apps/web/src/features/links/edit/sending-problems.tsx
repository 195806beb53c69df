import { isErrorCode } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { localError } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { GuestEngine, GuestTransfer } from '../request/guest-transfers.ts';
import styles from './edit.module.css';
import { useText } from './texts.ts';

interface ProblemsProps {
  readonly transfers: readonly GuestTransfer[];
  readonly engine: GuestEngine;
}

/** The others are only counted, because one drop can hold thousands of taken names. */
const ROWS_MAX = 20;

/** Nothing is replaced without the guest's decision. */
export function Conflicts({ transfers, engine }: ProblemsProps) {
  const text = useText();
  const { number } = useFormats();
  const count = transfers.length;
  const decideAll = (conflict: 'replace' | 'rename' | 'skip'): void => {
    const batches = new Map(transfers.map(({ id, batchId }) => [batchId, id]));
    for (const id of batches.values()) engine.decide(id, conflict, true);
  };
  return (
    <Problems
      transfers={transfers}
      summary={text('guestEdit.conflicts', { count, number: number(count) })}
      actions={
        <>
          <Button onClick={() => decideAll('replace')}>{text('guestEdit.replaceAll')}</Button>
          <Button onClick={() => decideAll('rename')}>{text('guestEdit.keepAll')}</Button>
          <Button tone="quiet" onClick={() => decideAll('skip')}>
            {text('guestEdit.skipAll')}
          </Button>
        </>
      }
      renderRow={({ id, path }) => (
        <>
          <span className={styles['grow']}>{text('guestEdit.conflict', { name: path.at(-1) ?? '' })}</span>
          <Button onClick={() => engine.decide(id, 'replace', false)}>{text('guestEdit.replace')}</Button>
          <Button onClick={() => engine.decide(id, 'rename', false)}>{text('guestEdit.keep')}</Button>
          <Button tone="quiet" onClick={() => engine.cancel(id)}>
            {text('guestEdit.skip')}
          </Button>
        </>
      )}
    />
  );
}

interface FailuresProps extends ProblemsProps {
  readonly mayRetry: boolean;
}

export function Failures({ transfers, engine, mayRetry }: FailuresProps) {
  const text = useText();
  const { number } = useFormats();
  const failureText = useFailureText();
  const count = transfers.length;
  const retry = mayRetry && <Button onClick={() => engine.retryAll()}>{text('guestEdit.retry')}</Button>;
  const skipAll = (): void => {
    for (const { id } of transfers) engine.cancel(id);
  };
  return (
    <Problems
      transfers={transfers}
      summary={text('guestEdit.failures', { count, number: number(count) })}
      actions={
        <>
          {retry}
          <Button tone="quiet" onClick={skipAll}>
            {text('guestEdit.skipAll')}
          </Button>
        </>
      }
      renderRow={({ id, path, failure }) => (
        <>
          <span className={styles['grow']}>
            {text('guestEdit.failed', { name: path.at(-1) ?? '' })}
            <span className={styles['note']}> {failureText(failure?.code)}</span>
          </span>
          {count === 1 && retry}
          <Button tone="quiet" onClick={() => engine.cancel(id)}>
            {text('guestEdit.skip')}
          </Button>
        </>
      )}
    />
  );
}

interface ListProps {
  readonly transfers: readonly GuestTransfer[];
  readonly summary: string;
  /** Buttons for all. Shown if there are several. */
  readonly actions: ReactNode;
  readonly renderRow: (transfer: GuestTransfer) => ReactNode;
}

function Problems({ transfers, summary, actions, renderRow }: ListProps) {
  const text = useText();
  const { number } = useFormats();
  const others = transfers.length - ROWS_MAX;
  if (transfers.length === 0) return null;
  return (
    <>
      {transfers.length > 1 && (
        <div className={styles['line']}>
          <strong className={styles['grow']}>{summary}</strong>
          {actions}
        </div>
      )}
      <ul className={styles['rows']} tabIndex={-1}>
        {transfers.slice(0, ROWS_MAX).map((transfer) => (
          <li key={transfer.id} className={styles['line']}>
            {renderRow(transfer)}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className={styles['note']}>
          {text('guestEdit.others', { count: others, number: number(others) })}
        </p>
      )}
    </>
  );
}

const OWN_TEXTS = [
  'file_unreadable',
  'file_changed',
  'file_too_large',
  'invalid_request',
  'quota_exceeded',
] as const;

/** Returns a function for the reason of a failure. Codes of the browser are no errors of the server. */
function useFailureText(): (code: string | undefined) => string {
  const text = useText();
  const { ofError } = useErrorTexts();
  return (code) => {
    const own = OWN_TEXTS.find((one) => one === code);
    if (own !== undefined) return text(`guestEdit.failed.${own}`);
    if (code === undefined || code === 'internal' || !isErrorCode(code))
      return text('guestEdit.failed.other');
    return ofError(localError(code));
  };
}
