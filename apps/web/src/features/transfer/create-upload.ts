import type { ConflictRule, CreateUploadRequest, NodeId, PartChecksums } from '@coffer/contracts';

/** What a reservation asks for. */
export type CreateUpload = Omit<CreateUploadRequest, 'parts'> & { readonly parts?: PartChecksums[] };

/** What is asked of the server for a file. Without the checksums of parts: those of a large file come later. */
export function requestOf(
  file: Pick<File, 'size' | 'type' | 'lastModified'>,
  place: { readonly parentId: NodeId; readonly name: string; readonly conflict: ConflictRule },
): CreateUpload {
  return {
    parentId: place.parentId,
    name: place.name,
    sizeBytes: file.size,
    mediaType: file.type.slice(0, 255),
    modifiedAt: new Date(file.lastModified).toISOString(),
    conflict: place.conflict,
  };
}
