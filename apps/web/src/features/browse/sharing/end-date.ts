/** As a date field has it, in the time zone of the browser. */
export function today(): string {
  return dayOf(new Date());
}

export function dayOf(instant: Date): string {
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}

/** Access lasts until the day is over. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}

export function isPastDay(day: string): boolean {
  return day !== '' && day < today();
}
