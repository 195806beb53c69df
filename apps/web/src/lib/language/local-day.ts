/** The day in the person's time zone, like `2026-11-27`, so that file names sort by date. */
export function localDay(at: Date): string {
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
