/** What the application and the viewer frame say to each other. The frame believes it; the application believes nothing. */

export type DrawerName = 'docx' | 'slides' | 'odf' | 'book' | 'model' | 'html';

export interface Look {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** Undefined: that of the system. */
  readonly theme: 'light' | 'dark' | undefined;
}

/** HTML of a file, not yet sanitized, and its own pictures by the names in `cid:` addresses. */
export interface HtmlPage {
  readonly html: string;
  readonly pictures: Readonly<Record<string, Blob>>;
  /** White for mail, which is written for it; `theme` for what has no colours of its own. */
  readonly paper: 'white' | 'theme';
  /** Only on paper: a title, and lines of a label and a value. */
  readonly head?: { readonly title: string; readonly lines: readonly (readonly [string, string])[] };
}

export interface DrawRequest {
  readonly ask: 'draw';
  readonly drawer: DrawerName;
  readonly content: ArrayBuffer | HtmlPage;
  /** Of the name, in lower case. */
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
      /** Pages, slides, chapters or triangles; 0 where nothing is counted. */
      readonly count: number;
      readonly outline: readonly OutlineStep[];
      /** Pictures on other servers, which were not loaded. */
      readonly remote: number;
    }
  | { readonly say: 'refused'; readonly why: DrawRefusal }
  | { readonly say: 'at'; readonly place: number }
  | { readonly say: 'height'; readonly pixels: number }
  | { readonly say: 'open'; readonly address: string }
  | { readonly say: 'found'; readonly current: number; readonly total: number; readonly isMore: boolean }
  | { readonly say: 'key'; readonly key: string; readonly isControl: boolean };

/** The frame's first message; the answer transfers a port. */
export const FRAME_READY = 'viewer frame ready';

export const FRAME_PATH = '/viewer-frame.html';
