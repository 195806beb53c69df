import type { Result } from '@coffer/kit';

export interface OfficeFile {
  /** In lower case. The service tells formats by it; the name itself stays here. */
  readonly extension: string;
  readonly sizeBytes: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export type ConverterFailure =
  /** The service read the file and refused it, or answered with something else than a document. */
  | { readonly code: 'unreadable'; readonly reason: string }
  /** The service is away, busy or too slow. */
  | { readonly code: 'unavailable'; readonly reason: string }
  /** The file could not be read from the store. */
  | { readonly code: 'source_failed' };

/** A service that makes PDF of office files. */
export interface Converter {
  convert(file: OfficeFile): Promise<Result<Buffer, ConverterFailure>>;
}
