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
  | { readonly ask: 'go'; readonly place: number };

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
  | { readonly say: 'key'; readonly key: string };

/** The frame's first word; a port comes with the answer. */
export const FRAME_READY = 'viewer frame ready';

export const FRAME_PATH = '/viewer-frame.html';
