import type { OperationResponse } from '@coffer/contracts';
import { useEffect, useRef, useState } from 'react';
import { useContentCalls } from '../content-calls.ts';
import { saveFile } from '../../../lib/downloads/save-file.ts';
import { startWorker } from '../../../lib/trusted-types.ts';
import workerUrl from './archive.worker.ts?worker&url';
import {
  type ArchiveFormat,
  type ArchiveMessage,
  type ArchiveRequest,
  type Listing,
  savedName,
  type ExtractError,
} from './item.ts';
import type { ViewedNode } from '../viewer.ts';

/** The state of the last extracted file. */
export interface Extraction {
  readonly path: string;
  readonly state: 'saving' | 'saved' | ExtractError;
}

interface Archive {
  readonly listing: Listing | 'failed' | undefined;
  readonly extraction: Extraction | undefined;
  readonly extract: (index: number) => void;
}

export function useArchive(node: ViewedNode, { url, versionId }: OperationResponse<'getContent'>): Archive {
  const [listing, setListing] = useState<Listing | 'failed'>();
  const [extraction, setExtraction] = useState<Extraction>();
  const worker = useRef<Worker>(undefined);
  const paths = useRef<readonly string[]>([]);
  const format = archiveFormatOf(node);
  const { renew } = useContentCalls();
  useEffect(() => {
    const started = startWorker(new URL(workerUrl, location.href), { name: 'archive' });
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<ArchiveMessage>) => {
      if (data.type === 'listed') {
        paths.current = data.items.map(({ path }) => path);
        setListing(data);
      } else if (data.type === 'failed') setListing('failed');
      else {
        const path = paths.current[data.index] ?? '';
        if (data.type === 'extracted') saveFile(savedName(path), data.content, data.content.type);
        setExtraction({ path, state: data.type === 'extracted' ? 'saved' : data.reason });
      }
    };
    started.onerror = (event) => {
      event.preventDefault();
      setListing('failed');
    };
    const request = { type: 'open', url, sizeBytes: node.sizeBytes ?? 0, format } as const;
    started.postMessage(request satisfies ArchiveRequest);
    return () => started.terminate();
  }, [node.sizeBytes, url, format]);
  const renewAndExtract = async (index: number, path: string): Promise<void> => {
    const [renewed] = await Promise.allSettled([renew(node.id, versionId)]);
    if (renewed.status === 'rejected') setExtraction({ path, state: 'unreachable' });
    else
      worker.current?.postMessage({
        type: 'extract',
        index,
        url: renewed.value.url,
      } satisfies ArchiveRequest);
  };
  return {
    listing,
    extraction,
    extract: (index) => {
      const path = paths.current[index] ?? '';
      setExtraction({ path, state: 'saving' });
      void renewAndExtract(index, path);
    },
  };
}

export function archiveFormatOf({ name, mediaType }: Pick<ViewedNode, 'name' | 'mediaType'>): ArchiveFormat {
  if (/\.(?:tgz|tar\.gz)$/i.test(name)) return 'tgz';
  return /\.tar$/i.test(name) || mediaType?.endsWith('tar') === true ? 'tar' : 'zip';
}
