import {
  type ConflictRule,
  type CreateUploadRequest,
  type NodeId,
  type PartChecksums,
  textByName,
} from '@coffer/contracts';
import { FIRST_BYTES, textOrStream } from '../../../lib/first-bytes.ts';

export type UploadRequest = Omit<CreateUploadRequest, 'parts'> & { readonly parts?: PartChecksums[] };

interface UploadDetails {
  readonly parentId: NodeId;
  readonly name: string;
  readonly conflict: ConflictRule;
  readonly mediaType: string;
}

/** Contains no part checksums, which follow later. */
export function requestOf(file: Pick<File, 'size' | 'lastModified'>, details: UploadDetails): UploadRequest {
  return {
    parentId: details.parentId,
    name: details.name,
    sizeBytes: file.size,
    mediaType: details.mediaType,
    modifiedAt: instantOf(file.lastModified),
    conflict: details.conflict,
  };
}

/** Reads the first bytes if the name does not tell the type. */
export async function mediaTypeOf(file: File, name: string): Promise<string> {
  const byText = textByName(name);
  if (byText === 'text' || (byText === undefined && file.type !== '')) return file.type.slice(0, 255);
  // A read error is ignored here. The upload reports it when it reads the content.
  const [read] = await Promise.allSettled([firstBytesOf(file)]);
  return (read.status === 'fulfilled' ? textOrStream(read.value) : undefined) ?? '';
}

async function firstBytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer());
}

const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** File systems may report years that the server rejects. */
function instantOf(ms: number): string {
  return new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS)).toISOString();
}
