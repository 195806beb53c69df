interface Column {
  readonly id: string;
  readonly isRowHeader?: boolean;
}

/** The name column stays first, and columns missing in the order come last. */
export function inOrder<C extends Column>(columns: readonly C[], order: readonly string[]): readonly C[] {
  const placeOf = ({ id, isRowHeader }: Column): number => {
    if (isRowHeader === true) return -1;
    return order.includes(id) ? order.indexOf(id) : order.length;
  };
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other));
}
