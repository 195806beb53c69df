/** The order of all columns after those that are shown got a new one: what is hidden keeps its place. */
export function rememberedOrder(all: readonly string[], shown: readonly string[]): readonly string[] {
  const next = shown.values();
  return all.map((id) => (shown.includes(id) ? (next.next().value ?? id) : id));
}
