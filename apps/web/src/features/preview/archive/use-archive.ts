import type { OperationResponse } from '@coffer/contracts';
import { useEffect, useRef, useState } from 'react';
import { useContentCalls } from '../content-calls.ts';
import { saveFile } from '../../../lib/downloads/save-file.ts';
import { startWorker } from '../../../lib/trusted-types.ts';
import workerUrl from './archive.worker.ts?worker&url';
import {
  type ArchiveForm,
  type ArchiveNews,
  type ArchiveRequest,
  type Listing,
  savedName,
  type TakeRefusal,
} from './item.ts';
import type { ViewedNode } from '../viewer.ts';

/** The state of the last requested file. */
export interface Taking {
  readonly path: string;
  readonly state: 'saving' | 'saved' | TakeRefusal;
}

interface Archive {
  readonly listing: Listing | 'failed' | undefined;
  readonly taking: Taking | undefined;
  readonly take: (index: number) => void;
}

export function useArchive(node: ViewedNode, { url, versionId }: OperationResponse<'getContent'>): Archive {
  const [listing, setListing] = useState<Listing | 'failed'>();
  const [taking, setTaking] = useState<Taking>();
  const worker = useRef<Worker>(undefined);
  const paths = useRef<readonly string[]>([]);
  const form = formOf(node);
  const { renew } = useContentCalls();
  useEffect(() => {
    const started = startWorker(new URL(workerUrl, location.href), { name: 'archive' });
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<ArchiveNews>) => {
      if (data.say === 'listed') {
        paths.current = data.items.map(({ path }) => path);
        setListing(data);
      } else if (data.say === 'failed') setListing('failed');
      else {
        const path = paths.current[data.index] ?? '';
        if (data.say === 'taken') saveFile(savedName(path), data.content, data.content.type);
        setTaking({ path, state: data.say === 'taken' ? 'saved' : data.why });
      }
    };
    started.onerror = (event) => {
      event.preventDefault();
      setListing('failed');
    };
    const request = { ask: 'open', url, sizeBytes: node.sizeBytes ?? 0, form } as const;
    started.postMessage(request satisfies ArchiveRequest);
    return () => started.terminate();
  }, [node.sizeBytes, url, form]);
  const renewAndAsk = async (index: number, path: string): Promise<void> => {
    const [renewed] = await Promise.allSettled([renew(node.id, versionId)]);
    if (renewed.status === 'rejected') setTaking({ path, state: 'unreachable' });
    else worker.current?.postMessage({ ask: 'take', index, url: renewed.value.url } satisfies ArchiveRequest);
  };
  return {
    listing,
    taking,
    take: (index) => {
      const path = paths.current[index] ?? '';
      setTaking({ path, state: 'saving' });
      void renewAndAsk(index, path);
    },
  };
}

export function formOf({ name, mediaType }: Pick<ViewedNode, 'name' | 'mediaType'>): ArchiveForm {
  if (/\.(?:tgz|tar\.gz)$/i.test(name)) return 'tgz';
  return /\.tar$/i.test(name) || mediaType?.endsWith('tar') === true ? 'tar' : 'zip';
}
