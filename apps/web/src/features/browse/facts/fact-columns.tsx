import type { NodeView } from '@coffer/contracts';
import type { GridColumn } from '../../../ui/grid/index.ts';
import type { BrowseText } from '../texts.ts';
import { RowFact } from './row-facts.tsx';

export function factColumns(text: BrowseText): readonly GridColumn<NodeView>[] {
  return [
    {
      id: 'author',
      label: text('browse.column.author'),
      width: '10rem',
      hideBelow: 980,
      render: (node, isPlain) => !isPlain && <RowFact node={node} fact="changedBy" />,
    },
    {
      id: 'sharing',
      label: text('browse.column.sharing'),
      width: '8rem',
      hideBelow: 980,
      render: (node, isPlain) => !isPlain && <RowFact node={node} fact="sharing" />,
    },
  ];
}
