import { FolderSearch, Info, Pause, Pencil, Play, RotateCw, Split, X } from 'lucide-react';
import type { IconShape } from '../../../ui/marks/icon.tsx';
import { isEnded, isWorthRetrying, type Transfer } from '../model/machine.ts';
import { refusedNameOf } from '../model/refused-name.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { ask } from '../ui/asked.ts';
import { cancel } from '../ui/cancel.ts';
import { chooseAgain } from '../ui/choose-again.ts';
import { isActiveElsewhere } from '../ui/discard.ts';

export type CommandId =
  | 'resolve'
  | 'rename'
  | 'goOn'
  | 'resume'
  | 'pause'
  | 'retry'
  | 'show'
  | 'about'
  | 'cancel';

interface Command {
  readonly id: CommandId;
  readonly icon: IconShape;
  readonly isFor: (transfer: Transfer) => boolean;
  /** Whether the command applies to a single transfer only, because it opens a dialog or a page for it. */
  readonly isForOne?: boolean;
}

/** In the order of the menu. The first one that applies is the default action of a row. */
const COMMANDS: readonly Command[] = [
  { id: 'resolve', icon: Split, isForOne: true, isFor: ({ phase }) => phase === 'conflict' },
  { id: 'rename', icon: Pencil, isForOne: true, isFor: (one) => refusedNameOf(one) !== undefined },
  { id: 'goOn', icon: Play, isForOne: true, isFor: (one) => isInterrupted(one) && !isActiveElsewhere(one) },
  { id: 'about', icon: Info, isForOne: true, isFor: isActiveElsewhere },
  { id: 'retry', icon: RotateCw, isFor: isWorthRetrying },
  { id: 'show', icon: FolderSearch, isForOne: true, isFor: () => true },
  { id: 'resume', icon: Play, isFor: ({ phase }) => phase === 'paused' },
  { id: 'pause', icon: Pause, isFor: ({ phase }) => ['queued', 'preparing', 'uploading'].includes(phase) },
  { id: 'cancel', icon: X, isFor: (one) => !isEnded(one) && !isActiveElsewhere(one) },
];

/** The commands for these transfers. Of several, at least one must fit. */
export function commandsFor(transfers: readonly Transfer[]): readonly Pick<Command, 'id' | 'icon'>[] {
  return COMMANDS.filter(
    ({ isFor, isForOne }) => (isForOne !== true || transfers.length === 1) && transfers.some(isFor),
  );
}

export function runCommand(
  id: Exclude<CommandId, 'show'>,
  transfers: readonly Transfer[],
  engine: TransferEngine,
): void {
  const [first] = transfers;
  if (first === undefined) return;
  switch (id) {
    case 'resolve':
      return ask({ kind: 'decide', batchId: first.batchId });
    case 'rename':
      return ask({ kind: 'rename', transfer: first });
    case 'about':
      return ask({ kind: 'discard', transfer: first });
    case 'goOn':
      if (first.blockedBy === 'permission') return void engine.resumeWithPermission();
      return chooseAgain(engine, { isFolder: first.path.length > 1 });
    case 'cancel':
      return cancel(engine, transfers);
    case 'pause':
    case 'resume':
      for (const transfer of transfers) engine[id](transfer.id);
      return;
    case 'retry':
      for (const transfer of transfers) if (isWorthRetrying(transfer)) engine.retry(transfer.id);
  }
}

function isInterrupted({ phase }: Transfer): boolean {
  return phase === 'interrupted';
}
