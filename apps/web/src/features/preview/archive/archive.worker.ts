import { fetchFileBytes } from '../../../api/file-bytes.ts';
import {
  type ArchiveMessage,
  type ArchiveRequest,
  type Listing,
  EXTRACT_MAX_BYTES,
  type ExtractError,
} from './item.ts';
import { listTar } from './tar.ts';
import { gzipSource, rangeSource } from './tar-sources.ts';
import { openZip } from './zip.ts';

interface OpenArchive extends Listing {
  readonly extract: (index: number) => Promise<Blob | ExtractError>;
}

let opened: OpenArchive | undefined;
let address = '';
let isUnreachable = false;

self.onmessage = ({ data }: MessageEvent<ArchiveRequest>): void => {
  void (data.type === 'open' ? postListing(data) : postExtracted(data));
};

function post(news: ArchiveMessage): void {
  self.postMessage(news);
}

async function postListing(request: Extract<ArchiveRequest, { type: 'open' }>): Promise<void> {
  const [end] = await Promise.allSettled([open(request)]);
  if (end.status === 'rejected') {
    post({ type: 'failed' });
    return;
  }
  opened = end.value;
  post({ type: 'listed', items: opened.items, isTruncated: opened.isTruncated });
}

async function open({
  url,
  sizeBytes,
  format,
}: Extract<ArchiveRequest, { type: 'open' }>): Promise<OpenArchive> {
  address = url;
  if (format === 'zip') return await openZip(sizeBytes, readRange);
  // Single items of a compressed tar are not extracted: all bytes before an item would have to be unpacked.
  if (format === 'tgz') return { ...(await listTar(await gzipSource(url))), extract: async () => 'large' };
  const { items, isTruncated } = await listTar(rangeSource(url, sizeBytes));
  return {
    items,
    isTruncated,
    extract: async (index) => {
      const item = items[index];
      if (item === undefined || item.kind !== 'file') return 'damaged';
      if (item.sizeBytes > EXTRACT_MAX_BYTES) return 'large';
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

async function postExtracted({ index, url }: Extract<ArchiveRequest, { type: 'extract' }>): Promise<void> {
  address = url;
  isUnreachable = false;
  const [end] = await Promise.allSettled([opened?.extract(index) ?? Promise.resolve('damaged' as const)]);
  const extracted = end.status === 'rejected' ? 'damaged' : end.value;
  if (extracted instanceof Blob) post({ type: 'extracted', index, content: extracted });
  else
    post({
      type: 'refused',
      index,
      reason: extracted === 'damaged' && isUnreachable ? 'unreachable' : extracted,
    });
}
