import { fetchFile } from '../../../../api/file-bytes.ts';
import { FIRST_BYTES, textOrStream } from '../../../../lib/first-bytes.ts';
import { encodingOf } from '../../../../lib/text/encoding-of.ts';
import { LineFinder } from './find-lines.ts';
import { BLOCK_LINES, type LargeTextMessage, type LargeTextRequest } from './large-text-protocol.ts';
import { LineIndex } from './line-index.ts';

const PROGRESS_EVERY_MS = 100;
const FOUND_MAX = 10_000;

let search: AbortController | undefined;

self.onmessage = ({ data }: MessageEvent<LargeTextRequest>): void => {
  search?.abort();
  if (data.type === 'read') void postFailure(read(data.url));
  else if (data.type === 'find') {
    search = new AbortController();
    void postFailure(find(data, search.signal), data.id);
  }
};

function post(message: LargeTextMessage, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

async function postFailure(work: Promise<void>, id?: number): Promise<void> {
  const [ended] = await Promise.allSettled([work]);
  if (ended.status === 'fulfilled') return;
  if (id === undefined) post({ type: 'failed' });
  else post({ type: 'found', id, lines: [], isDone: true, isFailed: true });
}

async function read(url: string): Promise<void> {
  const index = new LineIndex();
  let reportedLines = 0;
  let sentAtMs = 0;
  const send = (isDone: boolean): void => {
    const starts = index.startsFrom(reportedLines === 0 ? 1 : reportedLines);
    reportedLines = index.lineCount;
    sentAtMs = performance.now();
    post({ type: 'lines', starts, readBytes: index.readBytes, isDone }, [starts.buffer]);
  };
  for await (const bytes of chunksOf(await fetchFile(url))) {
    const isFirst = index.readBytes === 0;
    index.add(bytes);
    if (isFirst) {
      const encoding = encodingOf(bytes);
      const isText = textOrStream(bytes.subarray(0, FIRST_BYTES)) === 'text/plain';
      // The line index does not support UTF-16, whose line ends have two bytes.
      const isSupported = isText && (encoding === 'utf-8' || encoding === 'windows-1252');
      if (!isSupported) {
        post({ type: 'unsupported' });
        return;
      }
      const end = index.startOf(BLOCK_LINES);
      const beginning =
        end === undefined ? undefined : new TextDecoder(encoding).decode(bytes.subarray(0, end));
      post({ type: 'started', encoding, beginning });
    }
    if (performance.now() - sentAtMs > PROGRESS_EVERY_MS) send(false);
  }
  send(true);
}

async function find(
  { id, url, encoding, ...query }: Extract<LargeTextRequest, { type: 'find' }>,
  signal: AbortSignal,
): Promise<void> {
  const finder = new LineFinder(query);
  const decoder = new TextDecoder(encoding);
  let lines: number[] = [];
  let total = 0;
  let sentAtMs = performance.now();
  const send = (isDone: boolean): void => {
    post({ type: 'found', id, lines, isDone, isFailed: false });
    lines = [];
    sentAtMs = performance.now();
  };
  const addFound = (found: readonly number[]): void => {
    const added = found.slice(0, FOUND_MAX - total);
    total += added.length;
    lines.push(...added);
  };
  for await (const bytes of chunksOf(await fetchFile(url, { signal }))) {
    if (signal.aborted) return;
    addFound(finder.next(decoder.decode(bytes, { stream: true }), false));
    if (total >= FOUND_MAX) break;
    if (lines.length > 0 && performance.now() - sentAtMs > PROGRESS_EVERY_MS) send(false);
  }
  addFound(finder.next(decoder.decode(), true));
  send(true);
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
    // Stops the download if the caller ends early.
    await Promise.allSettled([reader.cancel()]);
  }
}
