/** The order of all columns, after the shown ones were reordered. Hidden columns keep their places. */
export function rememberedOrder(all: readonly string[], shown: readonly string[]): readonly string[] {
  const next = shown.values();
  return all.map((id) => (shown.includes(id) ? (next.next().value ?? id) : id));
}
