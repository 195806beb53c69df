import { fetchFileBytes } from '../../../api/file-bytes.ts';
import {
  type ArchiveNews,
  type ArchiveRequest,
  type Listing,
  TAKE_MAX_BYTES,
  type TakeRefusal,
} from './item.ts';
import { listTar } from './tar.ts';
import { gzipSource, rangeSource } from './tar-sources.ts';
import { openZip } from './zip.ts';

interface OpenArchive extends Listing {
  readonly take: (index: number) => Promise<Blob | TakeRefusal>;
}

let opened: OpenArchive | undefined;

self.onmessage = ({ data }: MessageEvent<ArchiveRequest>): void => {
  void (data.ask === 'open' ? openOrFail(data) : takeOrRefuse(data.index));
};

function say(news: ArchiveNews): void {
  self.postMessage(news);
}

async function openOrFail(request: Extract<ArchiveRequest, { ask: 'open' }>): Promise<void> {
  const [end] = await Promise.allSettled([open(request)]);
  if (end.status === 'rejected') {
    say({ say: 'failed' });
    return;
  }
  opened = end.value;
  say({ say: 'listed', items: opened.items, isCut: opened.isCut });
}

async function open({
  url,
  sizeBytes,
  form,
}: Extract<ArchiveRequest, { ask: 'open' }>): Promise<OpenArchive> {
  const readRange = async (from: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = await fetchFileBytes(url, { range: [from, from + length - 1] });
    if (bytes.length !== length) throw new Error('the store sent another range');
    return bytes;
  };
  if (form === 'zip') return await openZip(sizeBytes, readRange);
  // Nothing is taken out of a packed archive: everything before it would have to be unpacked.
  if (form === 'tgz') return { ...(await listTar(await gzipSource(url))), take: async () => 'large' };
  const { items, isCut } = await listTar(rangeSource(url, sizeBytes));
  return {
    items,
    isCut,
    take: async (index) => {
      const item = items[index];
      if (item === undefined || item.kind !== 'file') return 'damaged';
      if (item.sizeBytes > TAKE_MAX_BYTES) return 'large';
      const content = item.sizeBytes === 0 ? new Uint8Array() : await readRange(item.offset, item.sizeBytes);
      return new Blob([content], { type: 'application/octet-stream' });
    },
  };
}

async function takeOrRefuse(index: number): Promise<void> {
  const [end] = await Promise.allSettled([opened?.take(index) ?? Promise.resolve('damaged' as const)]);
  const taken = end.status === 'rejected' ? 'damaged' : end.value;
  say(
    taken instanceof Blob ? { say: 'taken', index, content: taken } : { say: 'refused', index, why: taken },
  );
}
