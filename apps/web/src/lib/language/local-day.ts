/** `2026-11-27` in the time zone of the person, so that names of files sort by it. */
export function localDay(at: Date): string {
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
