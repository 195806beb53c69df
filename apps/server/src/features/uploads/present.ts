import { NodeId, UploadId, type SignedPart, type UploadView } from '@coffer/contracts';
import type { SignedRequest } from '../../platform/blobs/blobs.ts';
import type { PartRow, UploadRow } from './model.ts';

export function presentUpload(row: UploadRow): UploadView {
  return {
    id: UploadId.parse(row.id),
    // For a guest of a link to a file, the parent is the file itself, so that its folder is not revealed.
    parentId: NodeId.parse(row.replaces_id ?? row.parent_id),
    name: row.name,
    sizeBytes: row.size_bytes,
    state: row.state,
    partSizeBytes: row.part_size_bytes,
    partCount: row.part_count,
    integrity: row.integrity,
    expiresAt: row.expires_at.toISOString(),
  };
}

export function presentSigned(part: PartRow, signed: SignedRequest): SignedPart {
  return {
    number: part.number,
    sizeBytes: part.size_bytes,
    method: signed.fields === undefined ? 'PUT' : 'POST',
    url: signed.url,
    headers: { ...signed.headers },
    ...(signed.fields === undefined
      ? {}
      : { fields: signed.fields.map(([name, value]): [string, string] => [name, value]) }),
    expiresAt: signed.expiresAt.toISOString(),
  };
}
