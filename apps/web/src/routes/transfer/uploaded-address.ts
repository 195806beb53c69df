import type { SpaceId } from '@coffer/contracts';
import { useCallback } from 'react';
import type { UploadedNode } from '../../features/transfer/index.ts';

/** URL of an uploaded file or folder. After a reload its space is unknown, and the personal space is assumed. */
export function useUploadedAddress(personalSpaceId: SpaceId): (node: UploadedNode) => string {
  return useCallback(
    ({ id, spaceId = personalSpaceId, parentId }) =>
      parentId === null ? `/s/${spaceId}/${id}` : `/s/${spaceId}/${parentId}?select=${id}`,
    [personalSpaceId],
  );
}
