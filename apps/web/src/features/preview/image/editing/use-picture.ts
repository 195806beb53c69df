import type { NodeView, VersionId } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { fetchFile } from '../../../../api/file-bytes.ts';
import { readCurrentPicture } from '../../../../api/saving/read-current-picture.ts';

export interface OpenedPicture {
  readonly bitmap: ImageBitmap;
  readonly mediaType: string;
  readonly versionId: VersionId;
}

/** Memory limit of phones: a picture is held three times, decoded, rotated and cropped. */
const PIXELS_MAX = 50_000_000;

/** Decodes the latest version and applies its EXIF orientation. */
export function usePicture(
  nodeId: NodeView['id'],
  attempt: number,
): OpenedPicture | 'failed' | 'too large' | undefined {
  const [opened, setOpened] = useState<{ attempt: number; end: OpenedPicture | 'failed' | 'too large' }>();
  useEffect(() => {
    const abort = new AbortController();
    let bitmap: ImageBitmap | undefined;
    const open = async (): Promise<OpenedPicture | 'too large'> => {
      const { url, versionId, mediaType } = await readCurrentPicture(nodeId);
      const blob = await (await fetchFile(url, { signal: abort.signal })).blob();
      bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
      return bitmap.width * bitmap.height > PIXELS_MAX ? 'too large' : { bitmap, versionId, mediaType };
    };
    open().then(
      (end) => abort.signal.aborted || setOpened({ attempt, end }),
      () => abort.signal.aborted || setOpened({ attempt, end: 'failed' }),
    );
    return () => {
      abort.abort();
      bitmap?.close();
    };
  }, [nodeId, attempt]);
  return opened?.attempt === attempt ? opened.end : undefined;
}
