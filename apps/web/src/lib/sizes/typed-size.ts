import { asciiDigits } from '../language/digits.ts';

/** Decimal units, as sizes are displayed. */
const UNIT_BYTES = { MB: 1_000_000, GB: 1_000_000_000, TB: 1_000_000_000_000 } as const;
export const UNITS = ['MB', 'GB', 'TB'] as const;
export type Unit = (typeof UNITS)[number];

export interface TypedSize {
  readonly amount: string;
  readonly unit: Unit;
}

/** Uses the largest unit of which there is at least one. */
export function typedSizeOf(bytes: number): TypedSize {
  const unit = UNITS.findLast((each) => bytes >= UNIT_BYTES[each]) ?? 'MB';
  return { amount: String(Math.round((bytes / UNIT_BYTES[unit]) * 100) / 100), unit };
}

/**
 * Returns undefined if the text is not a number. Accepts a decimal point, comma or Arabic separator, but not followed by
 * exactly three digits: `1,000` may mean a thousand or one.
 */
export function bytesOf({ amount, unit }: TypedSize): number | undefined {
  const [whole = '', part, ...rest] = amount.trim().split(/[.,\u066b]/);
  const digits = [whole, part ?? ''].map((each) => (/^\p{Nd}*$/u.test(each) ? asciiDigits(each) : 'x'));
  const text = digits.join('.');
  const isAmbiguous = whole !== '' && part !== undefined && /^\p{Nd}{3}$/u.test(part);
  if (isAmbiguous || rest.length > 0 || !/\d/.test(text)) return undefined;
  const bytes = Math.round(Number(text) * UNIT_BYTES[unit]);
  return bytes <= Number.MAX_SAFE_INTEGER ? bytes : undefined;
}
