import type { Phase, Transfer } from '../model/machine.ts';
import type { TransferView } from '../model/transfer-store.ts';
import { causeKeyOf } from './causes.ts';

export type Section = 'decide' | 'failed' | 'interrupted' | 'running' | 'paused' | 'waiting' | 'ended';

/** By urgency: what needs the person, what is running, what waits, and what has ended. */
export const SECTIONS: Readonly<Record<Section, readonly Phase[]>> = {
  decide: ['conflict'],
  failed: ['failed'],
  interrupted: ['interrupted'],
  running: ['uploading', 'completing', 'preparing'],
  paused: ['paused'],
  waiting: ['queued'],
  ended: ['done', 'skipped', 'cancelled'],
};

export interface QueueFilter {
  readonly section: Section | undefined;
  /** Only failures of this cause. */
  readonly cause: string | undefined;
  /** Text to find in the name or the folders of the transfer. */
  readonly words: string;
}

export const NO_FILTER: QueueFilter = { section: undefined, cause: undefined, words: '' };

export interface Queue {
  readonly rows: readonly Transfer[];
  /** Sections with at least one row, in their order. */
  readonly sections: readonly { readonly section: Section; readonly count: number }[];
}

/**
 * The rows of the page. Within a section, the oldest come first; ended transfers are listed latest first, with so many
 * of the earlier ones.
 */
export function queueOf(
  { byPhase, earlier }: Pick<TransferView, 'byPhase' | 'earlier'>,
  filter: QueueFilter,
  earlierMax = 0,
): Queue {
  const rows: Transfer[] = [];
  const sections: { readonly section: Section; readonly count: number }[] = [];
  const matches = matcherOf(filter);
  for (const section of sectionNames()) {
    if (filter.section !== undefined && filter.section !== section) continue;
    const before = rows.length;
    for (const phase of SECTIONS[section]) {
      const transfers = byPhase[phase].values();
      for (const transfer of section === 'ended' ? [...transfers].toReversed() : transfers)
        if (matches(transfer)) rows.push(transfer);
    }
    const more = section === 'ended' ? earlier.slice(Math.max(0, earlier.length - earlierMax)) : [];
    for (const transfer of more.toReversed()) if (matches(transfer)) rows.push(transfer);
    if (rows.length > before) sections.push({ section, count: rows.length - before });
  }
  return { rows, sections };
}

export function countOf({ byPhase }: Pick<TransferView, 'byPhase'>, section: Section): number {
  return SECTIONS[section].reduce((sum, phase) => sum + byPhase[phase].size, 0);
}

export function sectionNames(): readonly Section[] {
  return ['decide', 'failed', 'interrupted', 'running', 'paused', 'waiting', 'ended'];
}

function matcherOf({ cause, words }: QueueFilter): (transfer: Transfer) => boolean {
  const wanted = searched(words.trim());
  return (transfer) =>
    (cause === undefined || (transfer.phase === 'failed' && causeKeyOf(transfer) === cause)) &&
    (wanted === '' || searched(transfer.path.join('/')).includes(wanted));
}

function searched(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase();
}
