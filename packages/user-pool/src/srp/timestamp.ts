const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const SHAPE = /^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) (\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (?:UTC|GMT) (\d{4})$/;

/**
 * Undefined when invalid. Tolerates wrong weekdays and padded days: the server signs the canonical form, so like at
 * Cognito they fail as a wrong password.
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
