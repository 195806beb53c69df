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
let address = '';
let isUnreachable = false;

self.onmessage = ({ data }: MessageEvent<ArchiveRequest>): void => {
  void (data.ask === 'open' ? openOrFail(data) : takeOrRefuse(data));
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
  address = url;
  if (form === 'zip') return await openZip(sizeBytes, readRange);
  // Single items of a compressed tar are not extracted: everything before them would have to be unpacked.
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

async function readRange(from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const [read] = await Promise.allSettled([fetchFileBytes(address, { range: [from, from + length - 1] })]);
  if (read.status === 'fulfilled' && read.value.length === length) return read.value;
  isUnreachable = true;
  throw new Error('the store did not send this range');
}

async function takeOrRefuse({ index, url }: Extract<ArchiveRequest, { ask: 'take' }>): Promise<void> {
  address = url;
  isUnreachable = false;
  const [end] = await Promise.allSettled([opened?.take(index) ?? Promise.resolve('damaged' as const)]);
  const taken = end.status === 'rejected' ? 'damaged' : end.value;
  if (taken instanceof Blob) say({ say: 'taken', index, content: taken });
  else say({ say: 'refused', index, why: taken === 'damaged' && isUnreachable ? 'unreachable' : taken });
}
