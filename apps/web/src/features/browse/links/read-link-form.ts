import { LIMITS, type PublicLink, REQUEST_KINDS, type RequestTerms } from '@coffer/contracts';
import { asciiDigits } from '../../../lib/language/digits.ts';
import { dayOf, endOfDay, type ExpiryDays, isExpiryDay } from './link-expiry.ts';

export type ShareKind = 'view' | 'download' | 'edit';

export interface LinkFacts {
  readonly kind: PublicLink['kind'];
  readonly label: string;
  /** Undefined leaves the password as it is. */
  readonly password: string | null | undefined;
  /** Undefined leaves the end as it is. */
  readonly expiresAt: string | undefined;
  readonly downloadsMax: number | null;
  readonly bytesMax: number | null;
  /** Undefined unless guests hand in files with the link. */
  readonly request: RequestTerms | undefined;
}

export type LinkField = 'label' | 'password' | 'expiresAt' | 'downloadsMax' | 'filesMax' | 'sizeMax';

interface Reading {
  readonly facts: LinkFacts;
  readonly wrong: readonly LinkField[];
}

interface Asked {
  readonly link: PublicLink | undefined;
  readonly days: ExpiryDays;
  readonly kind: PublicLink['kind'];
  readonly needsPassword: boolean;
}

export const BYTES_OF_UNIT = 1_000_000_000;

export function readLinkForm(form: HTMLFormElement, { link, days, kind, needsPassword }: Asked): Reading {
  const isRequest = kind === 'request';
  const isCounted = kind === 'download';
  const hasTerms = isRequest || kind === 'edit';
  const data = new FormData(form);
  const typedIn = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const valueOf = (name: string): string => typedIn(name).trim();
  const countOf = (name: string): number | null => {
    const typed = valueOf(name);
    if (typed === '') return null;
    const digits = asciiDigits(typed);
    return digits.length === typed.length ? Number(digits) : Number.NaN;
  };
  const label = valueOf('label');
  const password = typedIn('password');
  const day = valueOf('expiresAt');
  const isDayKept = link !== undefined && day === dayOf(new Date(link.expiresAt));
  const downloadsMax = isCounted ? countOf('downloadsMax') : null;
  const filesMax = hasTerms ? countOf('filesMax') : null;
  const bytesMax = isCounted || hasTerms ? bytesOf(valueOf('sizeMax')) : null;
  const unchanged = link === undefined ? null : undefined;
  const wrong: LinkField[] = [];
  if (isRequest && label === '') wrong.push('label');
  if (!isDayKept && !isExpiryDay(day, days)) wrong.push('expiresAt');
  if (!isLimit(downloadsMax, LIMITS.linkDownloadsMax)) wrong.push('downloadsMax');
  if (!isLimit(filesMax, LIMITS.requestFilesMax)) wrong.push('filesMax');
  if (!isLimit(bytesMax, Number.MAX_SAFE_INTEGER)) wrong.push('sizeMax');
  if (password !== '' && password.length < LIMITS.linkPasswordLengthMin) wrong.push('password');
  if (needsPassword && password === '' && link?.hasPassword !== true) wrong.push('password');
  const kinds = REQUEST_KINDS.filter((each) => data.has(`kind.${each}`));
  const asks = { asksName: data.has('asksName'), asksEmail: data.has('asksEmail') };
  return {
    wrong,
    facts: {
      kind,
      label,
      password: data.has('isOpened') ? null : password === '' ? unchanged : password,
      expiresAt: isDayKept || wrong.includes('expiresAt') ? undefined : endOfDay(day).toISOString(),
      downloadsMax,
      bytesMax: hasTerms ? null : bytesMax,
      request: hasTerms ? { message: valueOf('message'), ...asks, filesMax, bytesMax, kinds } : undefined,
    },
  };
}

function isLimit(value: number | null, max: number): boolean {
  return value === null || (Number.isInteger(value) && value >= 1 && value <= max);
}

const DECIMAL = /^[^.,\u066b]+(?:[.,\u066b][^.,\u066b]+)?$/u;

/** Parses sizes in GB such as `1.5`, `1,5` and `١٫٥`. NaN if the text is not a number, null if it is empty. */
export function bytesOf(typed: string): number | null {
  if (typed === '') return null;
  const [whole = '', part = ''] = typed.split(/[.,\u066b]/u);
  const digits = asciiDigits(whole + part);
  if (!DECIMAL.test(typed) || digits.length !== Array.from(whole + part).length) return Number.NaN;
  return Math.round(Number(`${asciiDigits(whole)}.${asciiDigits(part)}`) * BYTES_OF_UNIT);
}
