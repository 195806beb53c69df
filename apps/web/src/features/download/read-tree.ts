import { LIMITS, type NodeId, type NodeView, type TreePage, type TreeRequest } from '@coffer/contracts';
import { askServer, type RunPorts } from './ask-server.ts';
import { DownloadError, type NamedNode } from './ports.ts';
import { SafeNames } from './safe-paths.ts';
import type { ZipEntry } from '../../lib/zip/zip-records.ts';

export type SelectedNode = Pick<
  NodeView,
  'id' | 'parentId' | 'kind' | 'name' | 'sizeBytes' | 'modifiedAt' | 'versionId' | 'isDamaged'
>;

export interface TreeItem extends ZipEntry {
  readonly nodeId: NodeId;
  readonly name: string;
  /** Null for a folder. */
  readonly versionId: NodeView['versionId'];
  readonly onBytes?: ((bytes: Uint8Array) => void) | undefined;
}

/** A file that the page generates. Its size is known beforehand. */
export interface MadeItem extends ZipEntry {
  readonly made: () => Iterable<Uint8Array<ArrayBuffer>>;
}

export type ZipItem = TreeItem | MadeItem;

export function isStored(item: ZipItem): item is TreeItem {
  return 'nodeId' in item;
}

export interface Reading {
  readonly ports: RunPorts;
  readonly signal: AbortSignal;
  /** Ids of nodes and of versions that are left out. */
  readonly excluded: ReadonlySet<string>;
  readonly onCount: (files: number) => void;
}

/** Lists all items to download. Each folder precedes its contents. */
export async function readTree(
  roots: readonly SelectedNode[],
  reading: Reading,
): Promise<readonly TreeItem[]> {
  const names = new SafeNames();
  const items: TreeItem[] = [];
  const paths = new Map<string, string>();
  let waiting: NodeId[] = [];
  const damaged: NamedNode[] = [];
  let files = 0;
  const enter = (node: TreePage['items'][number], folder: string): void => {
    if (reading.excluded.has(node.id) || reading.excluded.has(node.versionId ?? '')) return;
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
  // Reports all damaged files at once, so that the person can exclude them together.
  if (damaged.length > 0) throw new DownloadError({ code: 'file_damaged', entries: damaged });
  return items;
}

async function readPage(request: TreeRequest, { ports, signal }: Reading): Promise<TreePage> {
  return await askServer(ports, signal, () => ports.api.listTree(request, signal));
}
