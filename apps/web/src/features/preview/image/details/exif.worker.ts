import { parse } from 'exifr';
import { fetchFileBytes } from '../../../../api/file-bytes.ts';
import { type Photo, photoOf } from './photo.ts';

/** Metadata are at the start of the file, and include a thumbnail of up to 64 KiB. */
const READ_BYTES = 512 * 1024;

self.onmessage = ({ data: url }: MessageEvent<string>): void => {
  void answer(url);
};

async function answer(url: string): Promise<void> {
  const [read] = await Promise.allSettled([readPhoto(url)]);
  const photo: Photo = read.status === 'fulfilled' ? read.value : {};
  self.postMessage(photo);
}

async function readPhoto(url: string): Promise<Photo> {
  const bytes = await fetchFileBytes(url, { range: [0, READ_BYTES - 1] });
  const tags: unknown = await parse(bytes, { reviveValues: true, translateValues: false });
  return photoOf(tags);
}
