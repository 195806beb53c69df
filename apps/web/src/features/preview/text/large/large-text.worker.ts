import { fetchFile } from '../../../../api/file-bytes.ts';
import { FIRST_BYTES, textOrStream } from '../../../../lib/first-bytes.ts';
import { encodingOf } from '../../../../lib/text/encoding-of.ts';
import { LineFinder } from './find-lines.ts';
import type { LargeTextNews, LargeTextRequest } from './large-text-protocol.ts';
import { LineIndex } from './line-index.ts';

const NEWS_EVERY_MS = 100;
const FOUND_MAX = 10_000;

let finding: AbortController | undefined;

self.onmessage = ({ data }: MessageEvent<LargeTextRequest>): void => {
  finding?.abort();
  if (data.say === 'read') void settle(read(data.url));
  else if (data.say === 'find') {
    finding = new AbortController();
    void settle(find(data, finding.signal), data.id);
  }
};

function post(news: LargeTextNews, transfer: Transferable[] = []): void {
  self.postMessage(news, { transfer });
}

async function settle(work: Promise<void>, id?: number): Promise<void> {
  const [ended] = await Promise.allSettled([work]);
  if (ended.status === 'fulfilled') return;
  if (id === undefined) post({ say: 'failed' });
  else post({ say: 'found', id, lines: [], isDone: true });
}

async function read(url: string): Promise<void> {
  const index = new LineIndex();
  let reportedLines = 0;
  let toldAtMs = 0;
  const tell = (isDone: boolean): void => {
    const starts = index.startsFrom(reportedLines === 0 ? 1 : reportedLines);
    reportedLines = index.lineCount;
    toldAtMs = performance.now();
    post({ say: 'lines', starts, readBytes: index.readBytes, isDone }, [starts.buffer]);
  };
  for await (const bytes of chunksOf(await fetchFile(url))) {
    if (index.readBytes === 0) {
      const encoding = encodingOf(bytes);
      const isText = textOrStream(bytes.subarray(0, FIRST_BYTES)) === 'text/plain';
      // Lines of UTF-16 end with two bytes.
      const isSuited = isText && (encoding === 'utf-8' || encoding === 'windows-1252');
      post(isSuited ? { say: 'begun', encoding } : { say: 'unsuited' });
      if (!isSuited) return;
    }
    index.add(bytes);
    if (performance.now() - toldAtMs > NEWS_EVERY_MS) tell(false);
  }
  tell(true);
}

async function find(
  { id, url, encoding, ...sought }: Extract<LargeTextRequest, { say: 'find' }>,
  signal: AbortSignal,
): Promise<void> {
  const finder = new LineFinder(sought);
  const decoder = new TextDecoder(encoding);
  let lines: number[] = [];
  let total = 0;
  let toldAtMs = performance.now();
  const tell = (isDone: boolean): void => {
    post({ say: 'found', id, lines, isDone });
    lines = [];
    toldAtMs = performance.now();
  };
  const take = (found: readonly number[]): void => {
    const taken = found.slice(0, FOUND_MAX - total);
    total += taken.length;
    lines.push(...taken);
  };
  for await (const bytes of chunksOf(await fetchFile(url, { signal }))) {
    if (signal.aborted) return;
    take(finder.next(decoder.decode(bytes, { stream: true }), false));
    if (total >= FOUND_MAX) break;
    if (lines.length > 0 && performance.now() - toldAtMs > NEWS_EVERY_MS) tell(false);
  }
  take(finder.next(decoder.decode(), true));
  tell(true);
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Also after an early end: the rest is not fetched.
    await Promise.allSettled([reader.cancel()]);
  }
}
