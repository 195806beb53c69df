import type { NodeView } from '@coffer/contracts';
import { Star } from 'lucide-react';
import { ColorLabels } from '../../../ui/marks/color-labels.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { TileGrid } from '../../../ui/grid/tiles/tile-grid.tsx';
import type { GridBaseProps, TileContent } from '../../../ui/grid/index.ts';
import type { Density } from '../../../lib/preferences.ts';
import { namesOfTags, type RowContext, splitName, wordsOf } from '../columns.tsx';
import { RowFact } from '../facts/row-facts.tsx';
import { fileKindOf } from '../kinds/file-kind.ts';
import { KindPicture } from '../kinds/kind-mark.tsx';
import { NodePicture } from '../thumbnails/node-mark.tsx';
import styles from './folder-tiles.module.css';

const SIZES = {
  compact: { width: 156, pictureHeight: 112 },
  cosy: { width: 196, pictureHeight: 148 },
  comfortable: { width: 240, pictureHeight: 180 },
} as const;

interface FolderTilesProps extends GridBaseProps<NodeView>, RowContext {
  readonly density: Density;
}

export function FolderTiles({ density, text, formats, today, stars, ...grid }: FolderTilesProps) {
  return <TileGrid {...grid} size={SIZES[density]} content={contentOf({ text, formats, today, stars })} />;
}

function contentOf(words: RowContext): TileContent<NodeView> {
  const { text, formats, stars } = words;
  return {
    picture: (node, isPlain) =>
      isPlain ? (
        <KindPicture kind={fileKindOf(node)} />
      ) : (
        <>
          <NodePicture node={node} />
          {node.tags !== undefined && (
            <span className={styles['tags']}>
              <ColorLabels labels={node.tags} isOnPicture />
            </span>
          )}
        </>
      ),
    name: splitName,
    facts: (node, isPlain) => (
      <>
        {stars.has(node.id) && (
          <span className={styles['star']}>
            <Icon of={Star} size={16} />
          </span>
        )}
        {node.isDamaged === true && <span className={styles['damaged']}>{text('browse.damaged')} · </span>}
        {node.kind === 'folder' && !isPlain && (
          <span className={styles['items']}>
            <RowFact node={node} fact="items" />
          </span>
        )}
        {node.sizeBytes !== null && `${wordsOf(words, node).size} · `}
        <time dateTime={node.modifiedAt} title={isPlain ? undefined : formats.dateTime(node.modifiedAt)}>
          {wordsOf(words, node).date}
        </time>
        <span className="visually-hidden"> {tagged(words, node)}</span>
      </>
    ),
  };
}

/** The kind and the tags, for assistive technology. */
function tagged(words: RowContext, node: NodeView): string {
  const { kind } = wordsOf(words, node);
  return node.tags === undefined
    ? kind
    : words.text('browse.row.tagged', { row: kind, tags: namesOfTags(node) });
}
