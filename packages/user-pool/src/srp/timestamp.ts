const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const two = (value: number) => String(value).padStart(2, '0');
const SHAPE = /^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) (\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (?:UTC|GMT) (\d{4})$/;

/** `EEE MMM d HH:mm:ss 'UTC' yyyy` in English, with the day of the month not padded. */
export function formatTimestamp(at: Date): string {
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  return `${DAYS[at.getUTCDay()]} ${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()} ${time} UTC ${at.getUTCFullYear()}`;
}

/**
 * The instant of a TIMESTAMP, or undefined when it is none. A wrong weekday and a padded day are read all the same:
 * the server signs the canonical form, so they fail as a wrong password does, which is what Cognito was seen to do.
 */
export function parseTimestamp(text: string): Date | undefined {
  const found = SHAPE.exec(text);
  if (found === null) return undefined;
  const [, weekday, monthName, day, hour, minute, second, year] = found;
  const month = MONTHS.findIndex((name) => name === monthName);
  if (month < 0 || !DAYS.some((name) => name === weekday)) return undefined;
  const at = new Date(
    Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second)),
  );
  const isReal =
    at.getUTCMonth() === month && at.getUTCDate() === Number(day) && at.getUTCHours() === Number(hour);
  return isReal && Number(minute) < 60 && Number(second) < 60 ? at : undefined;
}
