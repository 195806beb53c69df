import type { Places } from '../lib/find/finder.ts';
import type { DrawRefusal, FrameNews, HtmlPage, Look, OutlineStep } from './protocol.ts';

export interface DrawJob {
  readonly content: ArrayBuffer | HtmlPage;
  readonly extension: string;
  readonly words: Readonly<Record<string, string>>;
  readonly look: Look;
  /** The empty element to draw into, which fills the document. */
  readonly desk: HTMLElement;
  readonly say: (news: Extract<FrameNews, { say: 'at' | 'height' }>) => void;
}

export interface Drawing {
  readonly count: number;
  readonly outline?: readonly OutlineStep[];
  readonly remote?: number;
  readonly go?: (place: number) => void;
  readonly scale?: (scale: number) => void;
  /** Given if only some places are drawn at a time. */
  readonly places?: Places;
  /** Draws everything that is not drawn yet, for printing. Resolves to a function that undoes this. */
  readonly layOut?: () => Promise<() => Promise<void>>;
}

/** A refusal with a reason. Any other error counts as a damaged file. */
export class Refused extends Error {
  readonly why: DrawRefusal;

  constructor(why: DrawRefusal) {
    super(`the file is ${why}`);
    this.why = why;
  }
}

export type Drawer = (job: DrawJob) => Promise<Drawing>;
