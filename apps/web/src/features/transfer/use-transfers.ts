import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { formatsOf } from '../../lib/format.ts';
import { currentLocale } from '../../lib/i18n.ts';
import { announce } from '../../ui/live-regions.ts';
import type { TransferEngine } from './engine.ts';
import { summarize, type Transfer } from './machine.ts';
import { text } from './texts.ts';
import { measure, type Throughput } from './throughput.ts';

export function useTransferList(engine: TransferEngine): readonly Transfer[] {
  return useSyncExternalStore(
    (listener) => engine.subscribe(listener),
    () => engine.list(),
  );
}

/** Asks before the page is left while work would be lost. */
export function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const handleLeave = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', handleLeave);
    return () => window.removeEventListener('beforeunload', handleLeave);
  }, [isNeeded]);
}

/** How fast the bytes of all transfers leave; undefined while nothing runs. */
export function useThroughput(engine: TransferEngine): Throughput | undefined {
  const [pace] = useState(() => createPace(engine));
  return useSyncExternalStore(pace.subscribe, pace.read);
}

function createPace(engine: TransferEngine) {
  let throughput: Throughput | undefined;
  const sample = (): void => {
    const { running, sentBytes } = summarize(engine.list());
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

/** Says start, quarters, end and each failure, once. */
export function useAnnouncements(list: readonly Transfer[]): void {
  const told = useRef({ open: 0, quarter: 0, failed: new Set<string>() });
  useEffect(() => {
    const summary = summarize(list);
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
    for (const transfer of list) {
      if (transfer.phase !== 'failed') state.failed.delete(transfer.id);
      else if (!state.failed.has(transfer.id)) {
        state.failed.add(transfer.id);
        announce(text('transfer.announce.failed', { name: transfer.name }), 'assertive');
      }
    }
    state.open = summary.open;
    state.quarter = Math.max(state.quarter, quarter);
  }, [list]);
}
