import type { HandIn } from '@coffer/contracts';
import { folderKeyOf } from './chosen-rows.ts';
import type { GuestEngine, GuestTransfer } from './guest-transfers.ts';

export interface SendingRow {
  readonly key: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly fileCount: number;
  readonly doneCount: number;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly isRunning: boolean;
  readonly isWaiting: boolean;
  /** Error code of the first file that failed. */
  readonly failureCode: string | undefined;
  /** Ids of the transfers that can still be cancelled. */
  readonly openIds: readonly string[];
}

export interface Sending {
  readonly rows: readonly SendingRow[];
  readonly view: ReturnType<GuestEngine['view']>;
  readonly fileCount: number;
  readonly doneCount: number;
  /** Whether the engine has, or had, anything to send. */
  readonly hasTransfers: boolean;
}

interface Item {
  readonly path: readonly string[];
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly phase: string;
  readonly id: string | undefined;
  readonly failureCode: string | undefined;
}

const RUNNING = ['preparing', 'uploading', 'completing'];

/** Remembers files that the engine drops when they are done, and those that arrived before a reload. */
export function createSendingSource(engine: GuestEngine, arrived: HandIn['files']) {
  const items = new Map<string, Item>();
  for (const { id, path, sizeBytes } of arrived) {
    const done = { id: undefined, phase: 'done', failureCode: undefined };
    items.set(`arrived ${id}`, { path, sizeBytes, sentBytes: sizeBytes, ...done });
  }
  let hasTransfers = false;
  const arrivedIds = new Set<string>(arrived.map(({ id }) => id));
  let current: Sending | undefined;
  // Reads the engine on each call, because changes made before the first subscription are not announced.
  const read = (): Sending => {
    if (current?.view !== engine.view()) {
      const next = update(items, engine, arrivedIds);
      hasTransfers ||= next.hasTransfers;
      current = { ...next, hasTransfers };
    }
    return current;
  };
  return { read, subscribe: (listener: () => void) => engine.subscribe(listener) };
}

function update(items: Map<string, Item>, engine: GuestEngine, arrivedIds: ReadonlySet<string>): Sending {
  const view = engine.view();
  for (const transfers of Object.values(view.byPhase)) {
    for (const transfer of transfers.values()) {
      const isKnown = arrivedIds.has(transfer.uploadId ?? '');
      if (transfer.phase === 'cancelled' || isKnown) items.delete(transfer.id);
      else items.set(transfer.id, itemOf(transfer));
    }
  }
  const rows = new Map<string, SendingRow>();
  let doneCount = 0;
  for (const [id, item] of items) {
    const key = folderKeyOf(item) ?? `file ${id}`;
    rows.set(key, addTo(rows.get(key), key, item));
    if (item.phase === 'done') doneCount += 1;
  }
  const hasTransfers = Object.values(view.byPhase).some((transfers) => transfers.size > 0);
  return { rows: [...rows.values()], view, fileCount: items.size, doneCount, hasTransfers };
}

function itemOf({ id, path, sizeBytes, sentBytes, phase, failure }: GuestTransfer): Item {
  const sent = phase === 'done' ? sizeBytes : sentBytes;
  return { id, path, sizeBytes, sentBytes: sent, phase, failureCode: failure?.code };
}

function addTo(row: SendingRow | undefined, key: string, item: Item): SendingRow {
  const { id, phase, failureCode } = item;
  const isDone = phase === 'done';
  return {
    key,
    name: item.path[0] ?? '',
    isFolder: item.path.length > 1,
    fileCount: (row?.fileCount ?? 0) + 1,
    doneCount: (row?.doneCount ?? 0) + (isDone ? 1 : 0),
    sizeBytes: (row?.sizeBytes ?? 0) + item.sizeBytes,
    sentBytes: (row?.sentBytes ?? 0) + item.sentBytes,
    isRunning: row?.isRunning === true || RUNNING.includes(phase),
    isWaiting: row?.isWaiting === true || phase === 'interrupted',
    failureCode: row?.failureCode ?? (phase === 'failed' ? (failureCode ?? 'internal') : undefined),
    openIds: [...(row?.openIds ?? []), ...(isDone || id === undefined ? [] : [id])],
  };
}
