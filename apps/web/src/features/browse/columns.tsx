import type { NodeView } from '@coffer/contracts';
import { TriangleAlert } from 'lucide-react';
import type { Formats } from '../../lib/format.ts';
import type { GridColumn } from '../../ui/grid/index.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './browse.module.css';
import { fileKindOf, kindWords, shapeOfKind } from './file-kind.ts';
import type { BrowseText } from './texts.ts';

/** The columns of a folder's list. Ids are those of the API's sort. */
export function columnsOf(text: BrowseText, formats: Formats): readonly GridColumn<NodeView>[] {
  return [
    {
      id: 'name',
      label: text('browse.column.name'),
      width: 'minmax(0, 1fr)',
      isSortable: true,
      isRowHeader: true,
      render: (node) => <NodeName node={node} formats={formats} text={text} />,
    },
    {
      id: 'kind',
      label: text('browse.column.kind'),
      width: '9rem',
      isSortable: true,
      hideBelow: 900,
      render: (node) => <span className={styles['quiet']}>{kindWords(text, node)}</span>,
    },
    {
      id: 'size',
      label: text('browse.column.size'),
      width: '7rem',
      align: 'end',
      isSortable: true,
      hideBelow: 560,
      render: (node) => (
        <span className={styles['quiet']}>
          {node.sizeBytes === null ? text('browse.none') : formats.size(node.sizeBytes)}
        </span>
      ),
    },
    {
      id: 'modified',
      label: text('browse.column.modified'),
      width: '8.5rem',
      isSortable: true,
      hideBelow: 680,
      render: (node) => (
        <time
          dateTime={node.modifiedAt}
          title={formats.dateTime(node.modifiedAt)}
          className={styles['quiet']}
        >
          {formats.date(node.modifiedAt)}
        </time>
      ),
    },
  ];
}

interface NodeNameProps {
  readonly node: NodeView;
  readonly formats: Formats;
  readonly text: BrowseText;
}

function NodeName({ node, formats, text }: NodeNameProps) {
  const kind = fileKindOf(node);
  const dot = node.kind === 'file' ? node.name.lastIndexOf('.') : -1;
  const extension = dot > 0 && node.name.length - dot <= 8 ? node.name.slice(dot) : '';
  const stem = extension === '' ? node.name : node.name.slice(0, -extension.length);
  return (
    <span className={styles['nodeName']}>
      <Icon
        of={shapeOfKind(kind)}
        className={kind === 'folder' ? styles['folderIcon'] : styles['fileIcon']}
      />
      {/* A long name loses its middle, never its extension. Two boxes would be read as two words, so the whole is said apart. */}
      <span className="visually-hidden">{node.name}</span>
      <span aria-hidden="true" className={styles['words']}>
        {/* WebKit keeps the direction that a bare `bdi` had before its boxes changed, as they do when rows move up. */}
        <bdi dir="auto" className={styles['nodeText']}>
          <span className={styles['stem']}>{stem}</span>
          <span>{extension}</span>
        </bdi>
        {/* In the place of the columns that a narrow list has no room for. */}
        <span className={styles['facts']}>
          {node.sizeBytes !== null && (
            <span className={styles['factSize']}>{formats.size(node.sizeBytes)}</span>
          )}
          <span>{formats.date(node.modifiedAt)}</span>
        </span>
      </span>
      {node.isDamaged === true && (
        <span className={styles['damaged']}>
          <Icon of={TriangleAlert} size={16} />
          {text('browse.damaged')}
        </span>
      )}
    </span>
  );
}

/** The whole row in words, for assistive technology. */
export function rowLabelOf(text: BrowseText, formats: Formats, node: NodeView): string {
  const date = formats.date(node.modifiedAt);
  const row =
    node.kind === 'folder'
      ? text('browse.row.folder', { name: node.name, date })
      : text('browse.row.file', {
          name: node.name,
          kind: kindWords(text, node),
          size: formats.size(node.sizeBytes ?? 0),
          date,
        });
  return node.isDamaged === true ? text('browse.row.damaged', { row }) : row;
}
