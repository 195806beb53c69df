import { LIMITS, type NodeId, type VersionId } from '@coffer/contracts';
import { ApiFailure } from '../api/api-failure.ts';
import type { Client } from '../api/client.ts';
import { CommandFailure } from '../command-failure.ts';
import type { ContentSum } from '../local/checksum.ts';

export interface VersionRef {
  readonly nodeId: NodeId;
  readonly versionId: VersionId;
}

/** One version: the URL of its bytes, and the checksums to verify them with. */
export interface RemoteContent extends VersionRef {
  readonly sizeBytes: number;
  /** Base64 SHA-256, or `<base64>-<parts>` with parts of `partSizeBytes`. */
  readonly sha256: string;
  readonly partSizeBytes: number;
  /** Base64 SHA-256. Null until the server has read the whole content. */
  readonly contentSha256: string | null;
  readonly isDamaged: boolean;
  readonly url: string;
  /** When the URL was signed, by the clock of this machine. */
  readonly signedAtMs: number;
}

/** In request order. Each version succeeds or fails separately. */
export async function contentsOf(
  client: Client,
  versions: readonly VersionRef[],
): Promise<readonly (RemoteContent | ApiFailure)[]> {
  const contents: (RemoteContent | ApiFailure)[] = [];
  for (const batch of batchesOf(versions)) {
    const files = batch.map(({ nodeId, versionId }) => ({ nodeId, versionId }));
    const { items } = await client.call('signContents', { body: { files } });
    const signedAtMs = Date.now();
    for (const [at, { nodeId, versionId }] of batch.entries()) {
      const item = items[at];
      if (item?.ok !== true) contents.push(new ApiFailure(item?.code ?? 'unreadable_answer'));
      else if (item.checksums === undefined) contents.push(new ApiFailure('unreadable_answer'));
      else {
        const { checksums, sizeBytes, url } = item;
        const isDamaged = checksums.isDamaged === true;
        contents.push({ nodeId, versionId, sizeBytes, ...checksums, isDamaged, url, signedAtMs });
      }
    }
  }
  return contents;
}

/** Default size: as many as one call signs. */
export function batchesOf<T>(
  items: readonly T[],
  size: number = LIMITS.contentsSignedMax,
): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

/** Throws if the content of a download is gone or damaged. */
export function demandWhole(content: RemoteContent | ApiFailure | undefined): RemoteContent {
  if (content === undefined) throw new ApiFailure('unreadable_answer');
  if (content instanceof ApiFailure) throw content;
  if (content.isDamaged) {
    throw new CommandFailure('It’s damaged in the store. Restore an earlier version in the application.');
  }
  return content;
}

/** Whether a file with this checksum, computed in parts of `partSizeBytes`, has this content. */
export function isContent(sum: ContentSum, content: RemoteContent): boolean {
  if (sum.sizeBytes !== content.sizeBytes) return false;
  if (content.contentSha256 !== null) return sum.sha256 === content.contentSha256;
  return (content.sha256.includes('-') ? sum.composite : sum.sha256) === content.sha256;
}
