import { PDFDataRangeTransport } from 'pdfjs-dist';
import { fetchFile } from '../../../api/file-bytes.ts';
import { fetchRange } from '../fetching/fetch-range.ts';
import type { FreshUrl } from '../fetching/fresh-url.ts';

interface PdfRangesSource {
  readonly sizeBytes: number;
  readonly freshUrl: FreshUrl;
  /** Called once a part cannot be read. The pages that need it then stay blank. */
  readonly onLost: () => void;
}

/** Reads a document by parts. pdf.js itself would read all of them by the first URL, which expires. */
export class PdfRanges extends PDFDataRangeTransport {
  readonly #source: PdfRangesSource;
  readonly #abort = new AbortController();

  constructor(source: PdfRangesSource) {
    super(source.sizeBytes, null);
    this.#source = source;
  }

  /** Reads the whole file while pdf.js asks for parts, which also replace what is missing if this fails. */
  async stream(): Promise<void> {
    await Promise.allSettled([this.#readWhole()]);
    this.onDataProgressiveDone();
  }

  /** `end` is exclusive. */
  override requestDataRange(begin: number, end: number): void {
    void this.#read(begin, end);
  }

  override abort(): void {
    this.#abort.abort();
  }

  async #readWhole(): Promise<void> {
    const { signal } = this.#abort;
    const { body } = await fetchFile(await this.#source.freshUrl(), { signal });
    await body?.pipeTo(new WritableStream({ write: (chunk) => this.onDataProgressiveRead(chunk) }));
  }

  async #read(begin: number, end: number): Promise<void> {
    const { signal } = this.#abort;
    const { freshUrl, onLost } = this.#source;
    const [read] = await Promise.allSettled([fetchRange({ freshUrl, range: [begin, end - 1], signal })]);
    if (signal.aborted) return;
    if (read.status === 'fulfilled') this.onDataRange(begin, read.value);
    else onLost();
  }
}
