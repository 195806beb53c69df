import { encodingOf } from '../../../lib/text/encoding-of.ts';
import { indexJson, type JsonEnd } from './json-index.ts';

self.onmessage = ({ data: bytes }: MessageEvent<Uint8Array<ArrayBuffer>>): void => {
  answer(bytes);
};

function answer(bytes: Uint8Array<ArrayBuffer>): void {
  const end: JsonEnd = indexJson(new TextDecoder(encodingOf(bytes)).decode(bytes));
  const buffers =
    typeof end === 'object' && 'kind' in end
      ? [end.kind, end.from, end.to, end.name, end.parent, end.position, end.count, end.next, end.depth]
      : [];
  self.postMessage(end, { transfer: buffers.map(({ buffer }) => buffer) });
}
