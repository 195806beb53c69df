import { readNotebook } from './read-notebook.ts';

self.onmessage = ({ data: bytes }: MessageEvent<Uint8Array<ArrayBuffer>>): void => {
  self.postMessage(readNotebook(new TextDecoder().decode(bytes)) ?? 'failed');
};
