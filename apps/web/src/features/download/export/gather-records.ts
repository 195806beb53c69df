import type { ExportPage, ExportRecord, NodeId } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import { askServer } from '../ask-server.ts';
import type { ContentCalls, DownloadFailure } from '../ports.ts';
import type { Reading } from '../read-tree.ts';

export interface ExportCalls extends ContentCalls {
  readonly listExport: (
    after: string | undefined,
    signal: AbortSignal,
  ) => Promise<Result<ExportPage, DownloadFailure>>;
}

export type RecordOf<T extends ExportRecord['type']> = Extract<ExportRecord, { type: T }>;
export type ExportedNode = RecordOf<'node'>;

/** All records of one space, grouped by item. */
export interface Gathered {
  readonly nodes: ReadonlyMap<NodeId, ExportedNode>;
  readonly children: ReadonlyMap<NodeId | null, readonly ExportedNode[]>;
  /** Versions, oldest first. */
  readonly versions: ReadonlyMap<NodeId, readonly RecordOf<'version'>[]>;
  /** Comments, oldest first. */
  readonly comments: ReadonlyMap<NodeId, readonly RecordOf<'comment'>[]>;
  readonly shares: ReadonlyMap<NodeId, readonly (RecordOf<'share'> | RecordOf<'link'>)[]>;
}

export async function gatherRecords(calls: ExportCalls, reading: Reading): Promise<Gathered> {
  const nodes = new Map<NodeId, ExportedNode>();
  const children = new Map<NodeId | null, ExportedNode[]>();
  const versions = new Map<NodeId, RecordOf<'version'>[]>();
  const comments = new Map<NodeId, RecordOf<'comment'>[]>();
  const shares = new Map<NodeId, (RecordOf<'share'> | RecordOf<'link'>)[]>();
  let files = 0;
  const enter = (record: ExportRecord): void => {
    switch (record.type) {
      case 'node':
        nodes.set(record.id, record);
        addTo(children, record.parentId, record);
        if (record.kind === 'file') files += 1;
        return;
      case 'version':
        return addTo(versions, record.nodeId, record);
      case 'comment':
        return addTo(comments, record.nodeId, record);
      case 'share':
      case 'link':
        return addTo(shares, record.nodeId, record);
    }
  };
  let after: string | undefined;
  do {
    const { signal } = reading;
    const page: ExportPage = await askServer(reading.ports, signal, () => calls.listExport(after, signal));
    for (const record of page.records) enter(record);
    reading.onCount(files);
    after = page.next ?? undefined;
  } while (after !== undefined);
  for (const siblings of children.values()) siblings.sort(byName);
  for (const each of versions.values()) each.sort((one, other) => one.number - other.number);
  return { nodes, children, versions, comments, shares };
}

function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** Compares by code units, so that exports have the same order in every locale. */
function byName(one: ExportedNode, other: ExportedNode): number {
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}
