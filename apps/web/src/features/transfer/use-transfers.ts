import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { holdUploads } from '../../api/hold-uploads.ts';
import { formatsOf } from '../../lib/format.ts';
import { currentLocale } from '../../lib/i18n.ts';
import { announce } from '../../ui/live-regions.ts';
import { holdOpen } from './hold.ts';
import type { TransferEngine } from './transfer-engine.ts';
import { type Shown, shownOf, type Waiting } from './shown.ts';
import { text } from './texts.ts';
import { measure, type Throughput } from './throughput.ts';

export function useTransferView(engine: TransferEngine): Shown {
  return useSyncExternalStore(
    (listener) => engine.subscribe(listener),
    () => shownOf(engine.view()),
  );
}

/** Other devices are told what this page holds. */
export function useHold(engine: TransferEngine): void {
  useEffect(() => holdOpen(engine, holdUploads), [engine]);
}

/** How fast the bytes of all transfers leave; undefined while nothing runs. */
export function useThroughput(engine: TransferEngine): Throughput | undefined {
  const [pace] = useState(() => createPace(engine));
  return useSyncExternalStore(pace.subscribe, pace.read);
}

function createPace(engine: TransferEngine) {
  let throughput: Throughput | undefined;
  const sample = (): void => {
    const { running, sentBytes } = engine.view().summary;
    throughput = running === 0 ? undefined : measure(throughput, sentBytes, performance.now());
  };
  return {
    read: () => throughput,
    subscribe: (listener: () => void) =>
      engine.subscribe(() => {
        sample();
        listener();
      }),
  };
}

interface Told {
  open: number;
  quarter: number;
  failed: number;
  waiting: Waiting | undefined;
}

/** Says start, quarters, end, failures and what is waited for, each once. */
export function useAnnouncements({ summary, rows }: Shown, waiting: Waiting | undefined): void {
  const told = useRef<Told>({ open: 0, quarter: 0, failed: 0, waiting: undefined });
  useEffect(() => {
    const state = told.current;
    if (summary.open > 0 && state.open === 0) {
      state.quarter = 0;
      announce(text('transfer.announce.started', { count: summary.open }));
    }
    const quarter = summary.sizeBytes === 0 ? 0 : Math.floor((summary.sentBytes / summary.sizeBytes) * 4);
    if (summary.open > 0 && quarter > state.quarter && quarter < 4) {
      announce(
        text('transfer.announce.quarter', { percent: formatsOf(currentLocale()).percent(quarter / 4) }),
      );
    }
    if (summary.open === 0 && state.open > 0 && summary.done > 0) {
      announce(text('transfer.announce.finished', { count: summary.done }));
    }
    if (summary.failed > state.failed) {
      // The last one has a row of its own where all failed ones have.
      const shown = rows.filter(({ phase }) => phase === 'failed');
      const last = shown.length === summary.failed ? shown.at(-1) : undefined;
      announce(
        summary.failed === state.failed + 1 && last !== undefined
          ? text('transfer.announce.failed', { name: last.name })
          : text('transfer.failed', { count: summary.failed }),
        'assertive',
      );
    }
    if (waiting !== state.waiting && waiting !== undefined && summary.running > 0)
      announce(text(`transfer.waits.${waiting}`));
    if (waiting === undefined || summary.running > 0) state.waiting = waiting;
    state.open = summary.open;
    state.quarter = Math.max(state.quarter, quarter);
    state.failed = summary.failed;
  }, [summary, rows, waiting]);
}
