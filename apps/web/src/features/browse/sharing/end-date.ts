/** Today as date fields format it, in the browser's time zone. */
export function today(): string {
  return dayOf(new Date());
}

export function dayOf(instant: Date): string {
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}

/** Access lasts until the end of the day. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}

export function isPastDay(day: string): boolean {
  return day !== '' && day < today();
}
