import { useEffect, useRef, useSyncExternalStore } from 'react';
import { sendUploadHeartbeat } from '../../../api/calls/upload-heartbeat.ts';
import { formatsOf } from '../../../lib/language/format.ts';
import { currentLocale } from '../../../lib/language/i18n.ts';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { startHeartbeat } from '../engine/heartbeat.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { type TrayView, trayViewOf, type UnavailableService } from './tray-view.ts';
import { text } from '../texts.ts';
import { resultMessage } from './result-message.ts';
import { measure, type Pace } from '../../../lib/throughput.ts';

export function useTransferView(engine: TransferEngine): TrayView {
  return useSyncExternalStore(
    (listener) => engine.subscribe(listener),
    () => trayViewOf(engine.view()),
  );
}

export function useHeartbeat(engine: TransferEngine): void {
  useEffect(() => startHeartbeat(engine, sendUploadHeartbeat), [engine]);
}

/** Speed and time left. Undefined while nothing runs. */
export function usePace(engine: TransferEngine): Pace | undefined {
  const source = paceSourceOf(engine);
  return useSyncExternalStore(source.subscribe, source.read);
}

interface PaceSource {
  readonly read: () => Pace | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A transfer that has stalled reports nothing, so the time alone shows it. */
const SAMPLE_EVERY_MS = 5_000;

const sources = new WeakMap<TransferEngine, PaceSource>();

/** One source for each engine, so that the tray and the page show the same values. */
function paceSourceOf(engine: TransferEngine): PaceSource {
  const source = sources.get(engine) ?? createPaceSource(engine);
  sources.set(engine, source);
  return source;
}

function createPaceSource(engine: TransferEngine): PaceSource {
  let pace: Pace | undefined;
  const sample = (): void => {
    const { running, sentBytes, done, skipped } = engine.view().summary;
    const now = performance.now();
    const bytes = measure(pace?.bytes, sentBytes, now);
    const files = measure(pace?.files, done + skipped, now);
    if (running === 0) pace = undefined;
    else if (bytes !== pace?.bytes || files !== pace.files) pace = { bytes, files };
  };
  return {
    read: () => pace,
    subscribe: (listener) => {
      const update = (): void => {
        sample();
        listener();
      };
      const timer = setInterval(update, SAMPLE_EVERY_MS);
      const unsubscribe = engine.subscribe(update);
      return () => {
        clearInterval(timer);
        unsubscribe();
      };
    },
  };
}

interface Announced {
  open: number;
  quarter: number;
  failed: number;
  waiting: UnavailableService | undefined;
}

/** Announces start, quarters, end, failures and outages, each once. */
export function useAnnouncements({ summary, rows }: TrayView, waiting: UnavailableService | undefined): void {
  const announced = useRef<Announced>({ open: 0, quarter: 0, failed: 0, waiting: undefined });
  useEffect(() => {
    const state = announced.current;
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
    if (summary.open === 0 && state.open > 0 && summary.done + summary.skipped > 0) {
      const result = resultMessage(text, summary, formatsOf(currentLocale()));
      announce(text('transfer.announce.finished', { result }));
    }
    if (summary.failed > state.failed) {
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
      announce(text(`transfer.unavailable.${waiting}`));
    if (waiting === undefined || summary.running > 0) state.waiting = waiting;
    state.open = summary.open;
    state.quarter = Math.max(state.quarter, quarter);
    state.failed = summary.failed;
  }, [summary, rows, waiting]);
}
