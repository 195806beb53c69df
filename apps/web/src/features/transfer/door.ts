import type { NodeId } from '@coffer/contracts';
import { rootsOf } from './dropped-roots.ts';
import { beginLook, type Look } from './looks.ts';
import type { Entry, TransferEngine } from './transfer-engine.ts';
import type * as Code from './transfers.ts';

// The engine's code comes with the first transfer: a page that only shows files does not carry it.
let loading: Promise<typeof Code> | undefined;
let engine: TransferEngine | undefined;
const listeners = new Set<() => void>();

/** Who brings something up, and into which folder. */
export interface Target {
  readonly personId: string;
  readonly folderId: NodeId;
}

/**
 * Brings what was chosen into a folder, with the ways to it that outlive the page where the browser gave them. What cannot be brought, since
 * its code could not be fetched, is told beside the page.
 */
export async function bringUpChoice(
  target: Target,
  files: readonly File[] | ((goOn: Look['goOn']) => Promise<readonly File[]>),
  roots: readonly FileSystemHandle[] = [],
): Promise<void> {
  await bring(
    target,
    roots,
    async (code, look) =>
      await code.looked(typeof files === 'function' ? await files(look.goOn) : files, look),
  );
}

/** The same for a drop or a paste. Must be called within its event: the browser forgets the items afterwards; walking them may take its time. */
export async function bringUpDrop(target: Target, data: DataTransfer): Promise<void> {
  const items = Array.from(data.items).filter((item) => item.kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  await bring(target, rootsOf(items), async (_, look) => {
    const walk = await import('./walk-drop.ts');
    return await walk.entriesOfDrop(entries, look);
  });
}

/** Whoever signs out meanwhile, or thinks better of it, brings nothing. */
async function bring(
  { personId, folderId }: Target,
  roots: readonly FileSystemHandle[] | Promise<readonly FileSystemHandle[]>,
  walk: (code: typeof Code, look: Look) => Promise<readonly Entry[]>,
): Promise<void> {
  const look = beginLook();
  const find = async () => {
    const code = await openTransfers(personId);
    return { code, entries: await walk(code, look), ways: await roots };
  };
  const [found] = await Promise.allSettled([find()]);
  if (found.status === 'rejected') {
    look.end('lost');
    return;
  }
  const { code, entries, ways } = found.value;
  const isWanted = look.goOn(entries.length);
  const isEmpty = entries.length === 0;
  look.end(isEmpty ? 'unread' : undefined);
  if (isWanted && !isEmpty) code.transfers.add(folderId, entries, ways);
}

/** The engine, once there was a transfer. */
export function startedTransfers(): TransferEngine | undefined {
  return engine;
}

export function onTransfersStart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The engine's code, at the service of a person. */
export async function openTransfers(personId: string): Promise<typeof Code> {
  loading ??= import('./transfers.ts').then(
    (code) => {
      engine = code.transfers;
      for (const listener of listeners) listener();
      return code;
    },
    (cause: unknown) => {
      loading = undefined;
      throw cause;
    },
  );
  const code = await loading;
  code.serve(personId);
  return code;
}
