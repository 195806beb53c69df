import { Pause, Play, RotateCw } from 'lucide-react';
import { useFormats } from '../../../lib/language/format.ts';
import { useTimeFormats } from '../../../lib/language/time-format.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import type { IconShape } from '../../../ui/marks/icon.tsx';
import type { Summary } from '../model/summary.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { useText } from '../texts.ts';
import { resultMessage } from './result-message.ts';
import { isStalled, paceLeftMs } from '../../../lib/throughput.ts';
import type { UnavailableService } from './tray-view.ts';
import { usePace } from './use-transfers.ts';

export interface OverallProps {
  readonly summary: Summary;
  readonly waiting: UnavailableService | undefined;
  readonly engine: TransferEngine;
}

/** All uploads in one sentence: what is happening, or what is needed. */
export function useHeadline(summary: Summary): string {
  const text = useText();
  const formats = useFormats();
  const done = formats.number(summary.done);
  const total = formats.number(summary.done + summary.open + summary.failed);
  if (summary.running > 0 || summary.open > summary.paused + summary.conflicts) {
    return text('transfer.uploading', { done, total });
  }
  const left = summary.interrupted - summary.activeElsewhere;
  if (left > 0) return text('transfer.interrupted', { count: left });
  if (summary.conflicts > 0) return text('transfer.decide', { count: summary.conflicts });
  if (summary.paused > 0) return text('transfer.paused', { done, total });
  if (summary.failed > 0) return text('transfer.failed', { count: summary.failed });
  if (summary.activeElsewhere > 0)
    return text('transfer.activeElsewhere', { count: summary.activeElsewhere });
  return resultMessage(text, summary, formats);
}

/** Speed and time left, or why nothing moves. */
export function usePaceLine({ summary, waiting, engine }: OverallProps): string | undefined {
  const text = useText();
  const formats = useFormats();
  const { duration } = useTimeFormats();
  const pace = usePace(engine);
  const left = { bytes: summary.sizeBytes - summary.sentBytes, files: summary.open };
  const leftMs = paceLeftMs(pace, left);
  if (waiting !== undefined && summary.open > 0) return text(`transfer.unavailable.${waiting}`);
  if (pace !== undefined && isStalled(pace) && isSending(engine)) return text('transfer.stalled');
  if (pace === undefined || leftMs === undefined) return undefined;
  const speed = text('transfer.speed', { speed: formats.size(pace.bytes.perSecond) });
  return `${speed} · ${text('transfer.timeLeft', { time: duration(leftMs) })}`;
}

/** The last step is the server's alone, and takes long for a huge file. */
function isSending(engine: TransferEngine): boolean {
  const { preparing, uploading } = engine.view().byPhase;
  return preparing.size + uploading.size > 0;
}

export function OverallProgress({ summary }: Pick<OverallProps, 'summary'>) {
  const text = useText();
  const { sizeBytes, sentBytes } = summary;
  return (
    <ProgressBar
      label={text('transfer.progress')}
      value={sizeBytes === 0 ? undefined : sentBytes / sizeBytes}
    />
  );
}

interface OverallCommand {
  readonly id: 'retryAll' | 'pauseAll' | 'resumeAll';
  readonly icon: IconShape;
  readonly run: () => void;
}

/** The commands that can currently be applied to all uploads. */
export function overallCommands({ summary, waiting, engine }: OverallProps): readonly OverallCommand[] {
  const mayRetry = summary.retriable > 0 || (waiting !== undefined && summary.running > 0);
  const mayPause = summary.open > summary.paused + summary.conflicts;
  return [
    ...(mayRetry ? [{ id: 'retryAll', icon: RotateCw, run: () => engine.retryAll() } as const] : []),
    ...(mayPause ? [{ id: 'pauseAll', icon: Pause, run: () => engine.pauseAll() } as const] : []),
    ...(summary.paused > 0 ? [{ id: 'resumeAll', icon: Play, run: () => engine.resumeAll() } as const] : []),
  ];
}

export function mayCancelAll({ open, interrupted, activeElsewhere }: Summary): boolean {
  return open + interrupted > activeElsewhere;
}
