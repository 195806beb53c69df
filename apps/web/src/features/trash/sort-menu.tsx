import type { TrashSort } from '@coffer/contracts';
import { ArrowUpDown } from 'lucide-react';
import type { TrashSorting } from '../../api/trash/trash.ts';
import { MenuButton } from '../../ui/overlays/index.ts';
import { useText } from './texts.ts';

export const SORTS = ['name', 'from', 'deletedBy', 'trashed', 'size'] as const satisfies readonly TrashSort[];

const LARGEST_FIRST: readonly TrashSort[] = ['trashed', 'size'];

interface SortMenuProps {
  /** In a personal space, all items were deleted by the same person. */
  readonly isShared: boolean;
  readonly sorting: TrashSorting;
  readonly onSort: (sorting: TrashSorting) => void;
}

/** Replaces the column headings if there is no room for them. Choosing the current column again reverses the order. */
export function SortMenu({ isShared, sorting, onSort }: SortMenuProps) {
  const text = useText();
  const sorts = SORTS.filter((sort) => sort !== 'deletedBy' || isShared);
  return (
    <MenuButton
      icon={ArrowUpDown}
      label={text('trash.sort')}
      heading={text('trash.sort')}
      entries={sorts.map((sort) => ({
        id: sort,
        label: text(`trash.column.${sort}`),
        isChosen: sort === sorting.sort,
      }))}
      onAction={(id) => {
        const sort = sorts.find((each) => each === id);
        if (sort === undefined) return;
        const isFalling = sort === sorting.sort ? sorting.order === 'asc' : LARGEST_FIRST.includes(sort);
        onSort({ sort, order: isFalling ? 'desc' : 'asc' });
      }}
    />
  );
}
