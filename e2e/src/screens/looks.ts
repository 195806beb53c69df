import { sized } from '@coffer/testing/campaign';
import type { Page } from '@playwright/test';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 320, height: 640 };

export interface Look {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly media: NonNullable<Parameters<Page['emulateMedia']>[0]>;
  readonly isJudged: boolean;
  /** Rules of axe. */
  readonly omitted?: readonly string[];
  /** Pictures are for people to look at; no test reads them. */
  readonly isPictured: boolean;
}

const PLAIN = { colorScheme: 'light', forcedColors: 'none' } as const;
const isPictured = sized({ gate: false, campaign: true });
const LIGHT: Look = { name: 'light', size: WIDE, media: PLAIN, isJudged: true, isPictured };
const DARK: Look = { ...LIGHT, name: 'dark', media: { ...PLAIN, colorScheme: 'dark' } };

const RIGHT_TO_LEFT: Look = { ...LIGHT, name: 'rtl' };
/** Contrast takes half of the time of axe, and the gate has judged the same colours in English. */
const WORDS_ONLY: Look = { ...RIGHT_TO_LEFT, omitted: ['color-contrast'] };

/** The last look in each list stays active while the next screen opens. */
export const LOOKS = {
  everyday: sized({ gate: [LIGHT], campaign: [DARK, LIGHT] }),
  special: sized({
    gate: [],
    campaign: [
      { ...LIGHT, name: 'forced', media: { ...PLAIN, forcedColors: 'active' } },
      { ...LIGHT, name: 'phone', size: PHONE, isJudged: false },
      { ...LIGHT, name: 'narrow', size: NARROW },
      // The walk goes on by the navigation of wide screens.
      { ...LIGHT, name: 'wide', isJudged: false, isPictured: false },
    ],
  }),
  rightToLeft: sized({
    gate: [WORDS_ONLY],
    campaign: [{ ...DARK, name: 'rtl-phone', size: PHONE, isJudged: false }, RIGHT_TO_LEFT],
  }),
} satisfies Readonly<Record<string, readonly Look[]>>;

export const EVERY_LOOK: readonly Look[] = [...LOOKS.special, ...LOOKS.everyday];

export function named(looks: readonly Look[]): string {
  return looks.map(({ name }) => name).join(', ');
}
