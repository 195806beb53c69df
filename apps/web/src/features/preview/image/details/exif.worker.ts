import { parse } from 'exifr';
import { type Photo, photoOf } from './photo.ts';

self.onmessage = ({ data: bytes }: MessageEvent<Uint8Array<ArrayBuffer>>): void => {
  void answer(bytes);
};

async function answer(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const [read] = await Promise.allSettled([readPhoto(bytes)]);
  const photo: Photo = read.status === 'fulfilled' ? read.value : {};
  self.postMessage(photo);
}

async function readPhoto(bytes: Uint8Array<ArrayBuffer>): Promise<Photo> {
  const tags: unknown = await parse(bytes, { reviveValues: true, translateValues: false });
  return photoOf(tags);
}
