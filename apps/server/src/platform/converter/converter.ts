import type { Result } from '@coffer/kit';

export interface OfficeFile {
  /** In lower case. Tells the service the format; the name itself is not sent. */
  readonly extension: string;
  readonly sizeBytes: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export type ConverterFailure =
  /** The service refused the file, or returned something other than a document. */
  | { readonly code: 'unreadable'; readonly reason: string }
  /** The service is unreachable, busy or too slow. */
  | { readonly code: 'unavailable'; readonly reason: string }
  /** The file could not be read from the store. */
  | { readonly code: 'source_failed' };

/** A service that converts office files to PDF. */
export interface Converter {
  convert(file: OfficeFile): Promise<Result<Buffer, ConverterFailure>>;
}
