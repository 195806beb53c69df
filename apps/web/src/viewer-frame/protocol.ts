/**
 * The messages between the application and the viewer frame. The frame trusts the application; the application trusts
 * nothing from the frame.
 */

export type DrawerName = 'docx' | 'slides' | 'odf' | 'book' | 'model' | 'html';

export interface Look {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** Undefined for the theme of the system. */
  readonly theme: 'light' | 'dark' | undefined;
}

/** The unsanitized HTML of a file, and its embedded pictures by their names in `cid:` URLs. */
export interface HtmlPage {
  readonly html: string;
  readonly pictures: Readonly<Record<string, Blob>>;
  /** `white` for mail, which is written for white; `theme` for HTML without its own colors. */
  readonly paper: 'white' | 'theme';
  /** Printed only: a title, and lines that consist of a label and a value. */
  readonly head?: { readonly title: string; readonly lines: readonly (readonly [string, string])[] };
}

export interface DrawRequest {
  readonly ask: 'draw';
  readonly drawer: DrawerName;
  readonly content: ArrayBuffer | HtmlPage;
  /** The extension of the file name, in lower case. */
  readonly extension: string;
  readonly words: Readonly<Record<string, string>>;
  readonly look: Look;
}

export type FrameRequest =
  | DrawRequest
  | { readonly ask: 'look'; readonly look: Look }
  | { readonly ask: 'scale'; readonly scale: number }
  | { readonly ask: 'go'; readonly place: number }
  | { readonly ask: 'find'; readonly words: string }
  | { readonly ask: 'step'; readonly by: 1 | -1 }
  | { readonly ask: 'end find' }
  | { readonly ask: 'print' };

export interface OutlineStep {
  readonly place: number;
  readonly depth: number;
  readonly text: string;
}

export type DrawRefusal = 'damaged' | 'encrypted' | 'large';

export type FrameNews =
  | {
      readonly say: 'drawn';
      /** Number of pages, slides, chapters or triangles; 0 if nothing is counted. */
      readonly count: number;
      readonly outline: readonly OutlineStep[];
      /** Number of pictures on other servers, which were not loaded. */
      readonly remote: number;
    }
  | { readonly say: 'refused'; readonly why: DrawRefusal }
  | { readonly say: 'at'; readonly place: number }
  | { readonly say: 'height'; readonly pixels: number }
  /** A part could not be drawn for printing. */
  | { readonly say: 'unprinted' }
  | { readonly say: 'open'; readonly address: string }
  | { readonly say: 'found'; readonly current: number; readonly total: number; readonly isMore: boolean }
  | { readonly say: 'key'; readonly key: string; readonly isControl: boolean };

/** The first message of the frame. The response transfers a port. */
export const FRAME_READY = 'viewer frame ready';

export const FRAME_PATH = '/viewer-frame.html';
