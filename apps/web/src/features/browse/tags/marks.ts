import type { NodeView } from '@coffer/contracts';

/** What the person has checked or unchecked, by tag. */
export type Chosen = ReadonlyMap<string, boolean>;

export type Mark = 'all' | 'some' | 'none';

export interface Marks {
  readonly markOf: (tagId: string) => Mark;
  /** Only choices that differ from the state before. */
  readonly changes: readonly (readonly [tagId: string, isOn: boolean])[];
}

/** Computes the state of each checkbox. Without `nodes`, the items were not read and their tags are unknown. */
export function marksOf(nodes: readonly NodeView[] | undefined, chosen: Chosen): Marks {
  const before = (tagId: string): Mark => {
    if (nodes === undefined) return 'some';
    const count = nodes.filter(({ tags = [] }) => tags.some(({ id }) => id === tagId)).length;
    if (count === 0) return 'none';
    return count === nodes.length ? 'all' : 'some';
  };
  return {
    markOf: (tagId) => {
      const isOn = chosen.get(tagId);
      return isOn === undefined ? before(tagId) : after(isOn);
    },
    changes: [...chosen].filter(([tagId, isOn]) => before(tagId) !== after(isOn)),
  };
}

const after = (isOn: boolean): Mark => (isOn ? 'all' : 'none');
