import type { SpaceId } from '@coffer/contracts';
import { useCallback } from 'react';
import type { UploadedNode } from '../../features/transfer/index.ts';

/** Where an uploaded file or folder is. After a reload its space is unknown, and the personal one is meant. */
export function useUploadedAddress(personalSpaceId: SpaceId): (node: UploadedNode) => string {
  return useCallback(
    ({ id, spaceId = personalSpaceId, parentId }) =>
      parentId === null ? `/s/${spaceId}/${id}` : `/s/${spaceId}/${parentId}?select=${id}`,
    [personalSpaceId],
  );
}
