import type { Formats } from '../../../lib/language/format.ts';
import type { Summary } from '../model/summary.ts';
import type { TransferText } from '../texts.ts';

/** For example `12 files uploaded, 296 skipped`. */
export function resultMessage(
  text: TransferText,
  { done, skipped }: Pick<Summary, 'done' | 'skipped'>,
  formats: Pick<Formats, 'number'>,
): string {
  if (done === 0 && skipped === 0) return text('transfer.ended');
  if (skipped === 0) return text('transfer.finished', { count: done });
  if (done === 0) return text('transfer.skipped', { count: skipped });
  return text('transfer.finishedSkipped', { count: done, skipped: formats.number(skipped) });
}
