/**
 * A message compiled from ICU (`build/compile-catalogs.ts`): text, values (`['name']`) and plurals (`['count', 'plural',
 * cases]`), where `#` is the number.
 */
export type Message = string | readonly Token[];
type Token = string | readonly [name: string] | readonly [name: string, kind: 'plural', cases: Cases];
type Cases = Readonly<Record<string, Message>>;

export type MessageValues = Readonly<Record<string, string | number>>;

export function formatMessage(message: Message, values: MessageValues, locale: string): string {
  if (typeof message === 'string') return message;
  return message.map((token) => (typeof token === 'string' ? token : partOf(token, values, locale))).join('');
}

function partOf(token: Exclude<Token, string>, values: MessageValues, locale: string): string {
  const [name, , cases] = token;
  const value = Object.hasOwn(values, name) ? values[name] : '';
  if (cases === undefined) return String(value);
  const count = Number(value);
  const { rules, numbers } = countingOf(locale);
  const chosen = cases[count] ?? cases[rules.select(count)] ?? cases['other'] ?? '';
  if (typeof chosen === 'string') return chosen;
  const number = numbers.format(count);
  return formatMessage(
    chosen.map((part) => (part === '#' ? number : part)),
    values,
    locale,
  );
}

interface Counting {
  readonly rules: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
}

const known = new Map<string, Counting>();

/** Cached, because creating the formatters takes longer than using them. */
function countingOf(locale: string): Counting {
  let counting = known.get(locale);
  if (counting === undefined) {
    counting = { rules: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) };
    known.set(locale, counting);
  }
  return counting;
}
