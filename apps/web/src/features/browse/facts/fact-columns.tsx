import type { NodeView } from '@coffer/contracts';
import { lazy, Suspense } from 'react';
import type { GridColumn } from '../../../ui/grid/index.ts';
import type { BrowseText } from '../texts.ts';
import type { RowFactProps } from './row-facts.tsx';

/** Where the code cannot be loaded, rows stay without. */
const Loaded = lazy(async () => {
  try {
    return { default: (await import('./row-facts.tsx')).RowFact };
  } catch {
    return { default: () => null };
  }
});

export function RowFact(props: RowFactProps) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}

export function factColumns(text: BrowseText): readonly GridColumn<NodeView>[] {
  return [
    {
      id: 'author',
      label: text('browse.column.author'),
      width: '10rem',
      hideBelow: 980,
      render: (node) => <RowFact node={node} fact="changedBy" />,
    },
    {
      id: 'sharing',
      label: text('browse.column.sharing'),
      width: '8rem',
      hideBelow: 980,
      render: (node) => <RowFact node={node} fact="sharing" />,
    },
  ];
}
