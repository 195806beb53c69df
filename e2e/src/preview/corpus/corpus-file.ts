/** What a person must see of a file. */
export type Sight =
  /** A picture that was decoded. */
  | { readonly is: 'picture' }
  /** A player that knows how long its film or sound is. */
  | { readonly is: 'player' }
  /** A drawing without words. */
  | { readonly is: 'canvas' }
  /** A drawing without words in the viewer frame. */
  | { readonly is: 'drawing' }
  /** Words in the page. */
  | { readonly is: 'words'; readonly words: string }
  /** Words in the viewer frame. */
  | { readonly is: 'framed'; readonly words: string };

export interface CorpusFile {
  readonly name: string;
  readonly content: Buffer;
  readonly sight: Sight;
}

export const PICTURE: Sight = { is: 'picture' };
export const PLAYER: Sight = { is: 'player' };
export const CANVAS: Sight = { is: 'canvas' };
export const DRAWING: Sight = { is: 'drawing' };
export const NO_PREVIEW: Sight = { is: 'words', words: 'No preview available' };
export const NO_TEXT: Sight = { is: 'words', words: 'This file doesn’t seem to be text' };
export const UNREADABLE: Sight = { is: 'words', words: 'Couldn’t read this file' };
export const FAILED: Sight = { is: 'words', words: 'Couldn’t show this file' };
export const EMPTY: Sight = { is: 'words', words: 'This file is empty' };

export function words(seen: string): Sight {
  return { is: 'words', words: seen };
}

export function framed(seen: string): Sight {
  return { is: 'framed', words: seen };
}

export function file(name: string, content: Buffer | string, sight: Sight): CorpusFile {
  return { name, content: Buffer.from(content), sight };
}
