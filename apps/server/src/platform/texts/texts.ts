import type { Result } from '@coffer/kit';
import type { ProcessFailure, Source } from '../limited-process/limited-process.ts';

export type TextFormat = 'plain' | 'html' | 'mail' | 'pdf' | 'zip';

/** The searchable text of a file, which may be empty. */
export interface ReadText {
  readonly text: string;
  /** `text` as `foldText` returns it. */
  readonly folded: string;
  /** Where the pieces begin in `folded` and in `text`, in code points from 0. */
  readonly foldedStarts: readonly number[];
  readonly textStarts: readonly number[];
  /** Words and parts of words, as the text form of a PostgreSQL `tsvector`. */
  readonly vector: string;
  /** Words of scripts with spaces, most frequent first. */
  readonly words: readonly string[];
}

/** Reads one file at a time, in a separate process. */
export interface TextReader {
  read(source: Source, format: TextFormat): Promise<Result<ReadText, ProcessFailure>>;
  stop(): Promise<void>;
}
