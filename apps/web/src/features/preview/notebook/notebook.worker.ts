import { fetchFileBytes } from '../../../api/file-bytes.ts';
import type { Notebook } from './notebook.ts';
import { readNotebook } from './read-notebook.ts';

self.onmessage = ({ data: url }: MessageEvent<string>): void => {
  void answer(url).then(
    (notebook) => self.postMessage(notebook ?? 'failed'),
    () => self.postMessage('failed'),
  );
};

async function answer(url: string): Promise<Notebook | undefined> {
  return readNotebook(new TextDecoder().decode(await fetchFileBytes(url)));
}
