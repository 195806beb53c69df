/** Whether the person asked the browser to save data. */
export function prefersLessData(): boolean {
  return matchMedia('(prefers-reduced-data: reduce)').matches;
}
