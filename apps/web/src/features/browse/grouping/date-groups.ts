const YEARS = 12;
const DAY = 1;

export interface DateGroup {
  readonly since: string;
  readonly label: string;
}

/** Where date groups begin, newest first, in the person's time zone. `today` is midnight. */
export function dateGroups(today: Date, locale: string, futureLabel: string): readonly DateGroup[] {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long' });
  const year = new Intl.DateTimeFormat(locale, { year: 'numeric' });
  const word = (distance: number, unit: Intl.RelativeTimeFormatUnit): string =>
    capitalized(relative.format(distance, unit), locale);
  const sinceWeek = (today.getDay() - firstDayOfWeek(locale) + 7) % 7;
  const thisYear = today.getFullYear();
  const months = Array.from({ length: today.getMonth() }, (_, at) => {
    const start = new Date(thisYear, today.getMonth() - 1 - at, 1);
    return { start, label: at === 0 ? word(-1, 'month') : capitalized(month.format(start), locale) };
  });
  const years = Array.from({ length: YEARS }, (_, at) => {
    const start = new Date(thisYear - 1 - at, 0, 1);
    return { start, label: year.format(start) };
  });
  const all = [
    { start: daysBefore(today, -DAY), label: futureLabel },
    { start: today, label: word(0, 'day') },
    { start: daysBefore(today, DAY), label: word(-1, 'day') },
    { start: daysBefore(today, sinceWeek), label: word(0, 'week') },
    { start: daysBefore(today, sinceWeek + 7), label: word(-1, 'week') },
    { start: new Date(thisYear, today.getMonth(), 1), label: word(0, 'month') },
    ...months,
    ...years,
  ];
  // On a Monday "this week" has no days before yesterday, so the group is left out.
  let newest = Number.POSITIVE_INFINITY;
  return all.flatMap(({ start, label }) => {
    if (start.getTime() >= newest) return [];
    newest = start.getTime();
    return [{ since: start.toISOString(), label }];
  });
}

function daysBefore(day: Date, days: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days);
}

/** 0 is Sunday, as in `Date`. */
function firstDayOfWeek(locale: string): number {
  const { weekInfo, getWeekInfo } = new Intl.Locale(locale) as Intl.Locale & WeekInfoHolder;
  const firstDay = (getWeekInfo?.call(new Intl.Locale(locale)) ?? weekInfo)?.firstDay ?? 1;
  return firstDay % 7;
}

/** `getWeekInfo` exists in newer browsers, `weekInfo` in older ones. Firefox has neither. */
interface WeekInfoHolder {
  readonly weekInfo?: { readonly firstDay: number };
  readonly getWeekInfo?: () => { readonly firstDay: number };
}

function capitalized(words: string, locale: string): string {
  const [first = ''] = words;
  return first.toLocaleUpperCase(locale) + words.slice(first.length);
}
