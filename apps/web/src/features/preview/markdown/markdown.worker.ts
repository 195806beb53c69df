import { encodingOf } from '../../../lib/text/encoding-of.ts';
import { parseMarkdown } from './parse.ts';
import type { MarkdownPage } from './piece.ts';

export type MarkdownAnswer = MarkdownPage | 'failed' | 'too slow';

self.onmessage = ({ data: bytes }: MessageEvent<Uint8Array<ArrayBuffer>>): void => {
  self.postMessage(answer(bytes));
};

function answer(bytes: Uint8Array<ArrayBuffer>): MarkdownAnswer {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes('\0')) return 'failed';
  return parseMarkdown(text) ?? 'too slow';
}
