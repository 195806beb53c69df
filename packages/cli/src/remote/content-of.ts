import { type NodeId, partCountFor, partSizeFor, ReceiptStatement, type VersionId } from '@coffer/contracts';
import { parseJson } from '@coffer/kit';
import * as z from 'zod/mini';
import { ApiFailure } from '../api/api-failure.ts';
import type { Client } from '../api/client.ts';
import { CommandFailure } from '../command-failure.ts';
import type { ContentSum } from '../local/checksum.ts';

/** What the server knows of the bytes of one version. */
export interface RemoteContent {
  readonly versionId: VersionId;
  readonly sizeBytes: number;
  /** Base64, or `<base64>-<parts>` with parts of `partSizeBytes`. */
  readonly sha256: string;
  readonly partSizeBytes: number;
  /** Base64. Null until the server has read the whole. */
  readonly contentSha256: string | null;
  /** The server found other bytes in the store. */
  readonly isDamaged: boolean;
}

/** Of the current version, or of one that may be older. Undefined if there is none. */
export async function contentOf(
  client: Client,
  nodeId: NodeId,
  versionId?: VersionId,
): Promise<RemoteContent | undefined> {
  const { items } = await client.call('listVersions', { params: { nodeId } });
  const version = items.find(({ id, isCurrent }) => (versionId === undefined ? isCurrent : id === versionId));
  if (version === undefined) return undefined;
  const { sizeBytes, sha256, contentSha256 } = version;
  const parts = Number(sha256.split('-')[1] ?? 1);
  const isUsual = parts === partCountFor(sizeBytes);
  const partSizeBytes = isUsual ? partSizeFor(sizeBytes) : await partSizeOf(client, nodeId, version.id);
  const isDamaged = version.damage !== null;
  return { versionId: version.id, sizeBytes, sha256, partSizeBytes, contentSha256, isDamaged };
}

/** For a download. Throws for what is gone or damaged. */
export async function wholeContentOf(
  client: Client,
  nodeId: NodeId,
  versionId: VersionId,
): Promise<RemoteContent> {
  const content = await contentOf(client, nodeId, versionId);
  if (content === undefined) throw new ApiFailure('node_not_found');
  if (content.isDamaged) {
    throw new CommandFailure('It’s damaged in the store. Restore an earlier version in the application.');
  }
  return content;
}

/** A receipt tells it, where the file did not come in parts of the usual size. */
async function partSizeOf(client: Client, nodeId: NodeId, versionId: VersionId): Promise<number> {
  const receipt = await client.call('getReceipt', { params: { nodeId }, query: { versionId } });
  const text = Buffer.from(receipt.payload, 'base64url').toString('utf8');
  return z.parse(ReceiptStatement, parseJson(text)).partSizeBytes;
}

/** Whether bytes whose sums were taken in parts of `partSizeBytes` are this content. */
export function isContent(sum: ContentSum, content: RemoteContent): boolean {
  if (sum.sizeBytes !== content.sizeBytes) return false;
  if (content.contentSha256 !== null) return sum.sha256 === content.contentSha256;
  return (content.sha256.includes('-') ? sum.composite : sum.sha256) === content.sha256;
}
