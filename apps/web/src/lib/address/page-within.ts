/** Where the page begins, or where the last page begins if the list has become shorter. */
export function pageWithin(at: number, limit: number, total: number): number {
  if (at < total) return at;
  return Math.max(0, Math.ceil(total / limit) - 1) * limit;
}
