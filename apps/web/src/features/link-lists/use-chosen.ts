import { useState } from 'react';
import type { LinkId } from '../../api/links/link-lists.ts';
import type { ListedLink } from './listed-link.ts';

export interface Chosen {
  /** Ids of the selected links, in the order of the list. */
  readonly ids: readonly LinkId[];
  readonly isEvery: boolean;
  readonly has: (id: LinkId) => boolean;
  readonly toggle: (id: LinkId) => void;
  readonly toggleEvery: () => void;
  readonly clear: () => void;
}

/** The selection of a list of links. Links that are no longer listed are deselected. */
export function useChosen(links: readonly ListedLink[]): Chosen {
  const [all, setAll] = useState<ReadonlySet<LinkId>>(new Set());
  const ids = links.map(({ id }) => id).filter((id) => all.has(id));
  const isEvery = links.length > 0 && ids.length === links.length;
  return {
    ids,
    isEvery,
    has: (id) => all.has(id),
    toggle: (id) =>
      setAll(
        (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
      ),
    toggleEvery: () => setAll(new Set(isEvery ? [] : links.map(({ id }) => id))),
    clear: () => setAll(new Set()),
  };
}
