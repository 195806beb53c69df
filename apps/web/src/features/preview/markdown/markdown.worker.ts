import { fetchFileBytes } from '../../../api/file-bytes.ts';
import { encodingOf } from '../../../lib/text/encoding-of.ts';
import { parseMarkdown } from './parse.ts';
import type { MarkdownPage } from './piece.ts';

export type MarkdownAnswer = MarkdownPage | 'failed' | 'too slow';

self.onmessage = ({ data: url }: MessageEvent<string>): void => {
  void answer(url).then(
    (page) => self.postMessage(page satisfies MarkdownAnswer),
    () => self.postMessage('failed' satisfies MarkdownAnswer),
  );
};

async function answer(url: string): Promise<MarkdownAnswer> {
  const bytes = await fetchFileBytes(url);
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes('\0')) return 'failed';
  return parseMarkdown(text) ?? 'too slow';
}
