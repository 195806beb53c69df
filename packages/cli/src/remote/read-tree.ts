import { LIMITS, nameKey, type NodeId, type OperationResponse, type VersionId } from '@coffer/contracts';
import { ApiFailure } from '../api/api-failure.ts';
import type { Client } from '../api/client.ts';
import type { VersionRef } from './contents.ts';

/** A file or folder below the folder that was read. */
export interface RemoteEntry {
  readonly id: NodeId;
  readonly kind: 'file' | 'folder';
  /** Path below the folder that was read, as names. */
  readonly path: readonly string[];
  readonly sizeBytes: number;
  readonly modifiedAt: string;
  readonly versionId: VersionId | null;
  readonly isDamaged: boolean;
}

/** The current version of a file. */
export function versionOf({ id: nodeId, versionId }: Pick<RemoteEntry, 'id' | 'versionId'>): VersionRef {
  if (versionId === null) throw new ApiFailure('node_not_found');
  return { nodeId, versionId };
}

/** The key for comparing local and remote paths. */
export function keyOf(path: readonly string[]): string {
  return path.map(nameKey).join('/');
}

type Request = NonNullable<OperationResponse<'listTree'>['next']>;

/** Lists everything below a folder, each folder before its contents. */
export async function readTree(client: Client, folderId: NodeId): Promise<readonly RemoteEntry[]> {
  const entries: RemoteEntry[] = [];
  const paths = new Map<string, readonly string[]>([[folderId, []]]);
  let waiting: NodeId[] = [folderId];
  while (waiting.length > 0) {
    let request: Request | null = { ids: waiting.slice(0, LIMITS.treeFoldersMax) };
    waiting = waiting.slice(LIMITS.treeFoldersMax);
    while (request !== null) {
      const page: OperationResponse<'listTree'> = await client.call('listTree', { body: request });
      for (const item of page.items) {
        const path = [...(paths.get(item.parentId ?? '') ?? []), item.name];
        if (item.kind === 'folder' && !paths.has(item.id)) {
          paths.set(item.id, path);
          waiting.push(item.id);
        }
        entries.push({
          id: item.id,
          kind: item.kind,
          path,
          sizeBytes: item.sizeBytes ?? 0,
          modifiedAt: item.modifiedAt,
          versionId: item.versionId,
          isDamaged: item.isDamaged === true,
        });
      }
      request = page.next;
    }
  }
  return entries;
}
