import { LIMITS, type NodeId, type NodeView, type TreePage, type TreeRequest } from '@coffer/contracts';
import { type Patience, patiently } from './patience.ts';
import { type DownloadPorts, DownloadStopped, type Wanted } from './ports.ts';
import { SafeNames } from './safe-paths.ts';
import type { ZipEntry } from './zip.ts';

/** What of a node a download needs to know. */
export type Root = Pick<
  NodeView,
  'id' | 'parentId' | 'kind' | 'name' | 'sizeBytes' | 'modifiedAt' | 'versionId' | 'isDamaged'
>;

/** One entry of what is brought down. */
export interface Item extends ZipEntry {
  readonly nodeId: NodeId;
  readonly name: string;
  /** Null for a folder. */
  readonly versionId: NodeView['versionId'];
}

interface Reading {
  readonly ports: Patience & Pick<DownloadPorts, 'api'>;
  readonly signal: AbortSignal;
  /** Entries that the person leaves out. */
  readonly leftOut: ReadonlySet<string>;
  readonly onCount: (files: number) => void;
}

/** Everything at and below `roots`: a folder before what lies in it, under paths that every system takes. */
export async function readTree(roots: readonly Root[], reading: Reading): Promise<readonly Item[]> {
  const names = new SafeNames();
  const items: Item[] = [];
  const paths = new Map<string, string>();
  let waiting: NodeId[] = [];
  const damaged: Wanted[] = [];
  let files = 0;
  const enter = (node: TreePage['items'][number], folder: string): void => {
    if (reading.leftOut.has(node.id)) return;
    if (node.isDamaged === true) {
      damaged.push({ nodeId: node.id, name: node.name });
    }
    const isFolder = node.kind === 'folder';
    const path = `${names.pathOf(folder, node.name)}${isFolder ? '/' : ''}`;
    const { id: nodeId, name, versionId } = node;
    const modifiedAt = new Date(node.modifiedAt);
    items.push({ path, isFolder, sizeBytes: node.sizeBytes ?? 0, modifiedAt, nodeId, name, versionId });
    if (isFolder) {
      paths.set(nodeId, path);
      waiting.push(nodeId);
    } else files += 1;
  };
  for (const root of roots) enter(root, '');
  reading.onCount(files);
  while (waiting.length > 0) {
    let request: TreeRequest | null = { ids: waiting.slice(0, LIMITS.treeFoldersMax) };
    waiting = waiting.slice(LIMITS.treeFoldersMax);
    while (request !== null) {
      const page = await readPage(request, reading);
      for (const node of page.items) enter(node, paths.get(node.parentId ?? '') ?? '');
      request = page.next;
      reading.onCount(files);
    }
  }
  // All at once: whoever leaves out one would meet the next.
  if (damaged.length > 0) throw new DownloadStopped({ code: 'file_damaged', entries: damaged });
  return items;
}

async function readPage(request: TreeRequest, { ports, signal }: Reading): Promise<TreePage> {
  return await patiently(ports, signal, () => ports.api.listTree(request, signal));
}
