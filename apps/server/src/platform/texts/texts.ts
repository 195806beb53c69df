import type { Result } from '@coffer/kit';
import type { ProcessFailure, Source } from '../limited-process/limited-process.ts';

export type TextFormat = 'plain' | 'html' | 'mail' | 'pdf' | 'zip';

/** What can be searched in a file. Empty texts are texts too. */
export interface ReadText {
  readonly text: string;
  /** `text` as `foldText` gives it. */
  readonly folded: string;
  /** Where pieces begin in `folded` and in `text`, as code points from 0. */
  readonly foldedStarts: readonly number[];
  readonly textStarts: readonly number[];
  /** Words and parts of words as a `tsvector` of PostgreSQL in its text form. */
  readonly vector: string;
  /** Words of scripts with spaces, the most frequent first. */
  readonly words: readonly string[];
}

/** Reads one file at a time, in a process of its own. */
export interface TextReader {
  read(source: Source, format: TextFormat): Promise<Result<ReadText, ProcessFailure>>;
  stop(): Promise<void>;
}
