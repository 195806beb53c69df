import type { Places } from '../lib/find/finder.ts';
import type { DrawRefusal, FrameNews, HtmlPage, Look, OutlineStep } from './protocol.ts';

export interface DrawJob {
  readonly content: ArrayBuffer | HtmlPage;
  readonly extension: string;
  readonly words: Readonly<Record<string, string>>;
  readonly look: Look;
  /** Empty, in the document, and the whole of it. */
  readonly desk: HTMLElement;
  readonly say: (news: Extract<FrameNews, { say: 'at' | 'height' }>) => void;
}

export interface Drawing {
  readonly count: number;
  readonly outline?: readonly OutlineStep[];
  readonly remote?: number;
  readonly go?: (place: number) => void;
  readonly scale?: (scale: number) => void;
  /** Where only some places are drawn at a time. */
  readonly places?: Places;
  /** Draws everything that is not drawn yet, for printing. Returns a function that undoes it. */
  readonly layOut?: () => Promise<() => Promise<void>>;
}

/** What fails otherwise is damaged. */
export class Refused extends Error {
  readonly why: DrawRefusal;

  constructor(why: DrawRefusal) {
    super(`the file is ${why}`);
    this.why = why;
  }
}

export type Drawer = (job: DrawJob) => Promise<Drawing>;
