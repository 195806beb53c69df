import { fetchFileBytes } from '../../../api/file-bytes.ts';
import { encodingOf } from '../../../lib/text/encoding-of.ts';
import { indexJson, type JsonEnd } from './json-index.ts';

self.onmessage = ({ data: url }: MessageEvent<string>): void => {
  void answer(url);
};

async function answer(url: string): Promise<void> {
  const [read] = await Promise.allSettled([fetchFileBytes(url)]);
  if (read.status === 'rejected') {
    self.postMessage('failed');
    return;
  }
  const end: JsonEnd = indexJson(new TextDecoder(encodingOf(read.value)).decode(read.value));
  const buffers =
    typeof end === 'object' && 'kind' in end
      ? [end.kind, end.from, end.to, end.name, end.parent, end.position, end.count, end.next, end.depth]
      : [];
  self.postMessage(end, { transfer: buffers.map(({ buffer }) => buffer) });
}
