import type { NodeView } from '@coffer/contracts';
import { Bell, BellRing, Copy, Download, Ellipsis, FolderInput, Star, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { useFollows } from '../../../api/follows/use-follows.ts';
import { useStars } from '../../../api/stars/use-stars.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import type { RangeSet } from '../../../lib/ranges/range-set.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import type { MenuAnchor } from '../../../ui/overlays/index.ts';
import { loadActions, RowMenu } from '../lazy-actions.ts';
import { useText as usePageText } from '../texts.ts';
import { useFileActions } from '../viewed/use-file-actions.tsx';
import styles from './panel-actions.module.css';
import { useText } from './texts.ts';
import type { DetailsSlot } from './use-details.tsx';
import { Suspense } from '../../../ui/loading/lazy.tsx';

interface PanelActionsProps extends Pick<DetailsSlot, 'acts' | 'isBeside' | 'onClose' | 'onDownload'> {
  /** Undefined if several items are selected. */
  readonly node: NodeView | undefined;
  /** Empty if the details show the open folder. */
  readonly chosen: RangeSet;
}

/** Actions left out of the menu: they have a button next to it, or are what is already shown. */
const SHOWN = ['open', 'download', 'share', 'star', 'follow', 'details'];
const SHOWN_OF_SEVERAL = ['download', 'move', 'copy', 'trash', 'details'];
/** Actions on the open folder that are handled as for its row. */
const AS_ROW = ['rename', 'move', 'copy', 'duplicate', 'trash', 'share', 'star'];
/** Actions for which the sheet stays open. */
const OVER_SHEET = ['star', 'download'];

/** Actions on what the details show. */
export function PanelActions(props: PanelActionsProps) {
  const { node, chosen, acts, isBeside, onClose } = props;
  if (node !== undefined && chosen.count === 0) {
    return node.parentId === null ? (
      <SpaceActions node={node} />
    ) : (
      <FolderActions node={node} onDownload={props.onDownload} />
    );
  }
  const run = (id: string): void => {
    if (!isBeside && !OVER_SHEET.includes(id)) onClose();
    acts.current?.run(id, chosen);
  };
  return node === undefined ? (
    <SeveralActions chosen={chosen} onRun={run} />
  ) : (
    <RowActions node={node} chosen={chosen} onRun={run} />
  );
}

interface ActingProps {
  readonly chosen: RangeSet;
  readonly onRun: (id: string) => void;
}

function RowActions({ node, onRun }: ActingProps & { readonly node: NodeView }) {
  const text = useText();
  return (
    <Bar
      node={node}
      onRun={onRun}
      first={
        <Button data-first="" onClick={() => onRun('open')}>
          {text('panel.open')}
        </Button>
      }
      renderMenu={(menu) => <RowMenu {...menu} count={1} node={node} without={SHOWN} onAction={onRun} />}
    />
  );
}

function SeveralActions({ chosen, onRun }: ActingProps) {
  const text = usePageText();
  const { mayChange } = useSpaceRights();
  return (
    <div className={styles['actions']}>
      <Button icon={Download} onClick={() => onRun('download')}>
        {text('browse.download')}
      </Button>
      {mayChange && (
        <IconButton icon={FolderInput} label={text('browse.move')} onClick={() => onRun('move')} />
      )}
      <IconButton icon={Copy} label={text('browse.copy')} onClick={() => onRun('copy')} />
      {mayChange && <IconButton icon={Trash2} label={text('browse.trash')} onClick={() => onRun('trash')} />}
      <More
        label={text('browse.more')}
        renderMenu={(menu) => (
          <RowMenu
            {...menu}
            count={chosen.count}
            node={undefined}
            without={SHOWN_OF_SEVERAL}
            onAction={onRun}
          />
        )}
      />
    </div>
  );
}

function FolderActions({
  node,
  onDownload,
}: Pick<PanelActionsProps, 'onDownload'> & { readonly node: NodeView }) {
  const actions = useFileActions(node);
  const run = (id: string): void => {
    if (id === 'past') navigate(`/nodes/${node.id}/past`);
    else if (id === 'download') onDownload([node]);
    else actions.run(id);
  };
  return (
    <>
      <Bar
        node={node}
        onRun={run}
        renderMenu={(menu) => actions.renderMenu({ ...menu, without: AS_ROW, onAction: run })}
      />
      {actions.dialogs}
    </>
  );
}

/** The root of a space has no menu. */
function SpaceActions({ node }: { readonly node: NodeView }) {
  return (
    <div className={styles['actions']}>
      <FollowButton node={node} />
    </div>
  );
}

interface BarProps {
  readonly node: NodeView;
  readonly first?: ReactNode;
  readonly onRun: (id: string) => void;
  readonly renderMenu: MoreProps['renderMenu'];
}

function Bar({ node, first, onRun, renderMenu }: BarProps) {
  const text = useText();
  const pageText = usePageText();
  const { mayShare } = useSpaceRights();
  const isStarred = useStars().has(node.id);
  return (
    <div className={styles['actions']}>
      {first}
      <Button onClick={() => onRun('share')}>{text(mayShare ? 'panel.share' : 'panel.access')}</Button>
      <IconButton icon={Download} label={pageText('browse.download')} onClick={() => onRun('download')} />
      <IconButton
        icon={Star}
        data-starred={isStarred || undefined}
        label={text(isStarred ? 'panel.unstar' : 'panel.star')}
        onClick={() => onRun('star')}
      />
      <FollowButton node={node} />
      <More label={pageText('browse.rowActions', { name: node.name })} renderMenu={renderMenu} />
    </div>
  );
}

function FollowButton({ node }: { readonly node: NodeView }) {
  const text = useText();
  const cache = useQueryCache();
  const isFollowed = useFollows().has(node.id);
  const toggle = async (): Promise<void> => await (await loadActions()).toggleFollow(cache, node);
  return (
    <IconButton
      icon={isFollowed ? BellRing : Bell}
      data-starred={isFollowed || undefined}
      label={text(isFollowed ? 'panel.unfollow' : 'panel.follow')}
      onClick={() => void toggle()}
    />
  );
}

interface MoreProps {
  readonly label: string;
  readonly renderMenu: (menu: {
    readonly label: string;
    readonly anchor: MenuAnchor;
    readonly onClose: () => void;
  }) => ReactNode;
}

function More({ label, renderMenu }: MoreProps) {
  const [anchor, setAnchor] = useState<Element>();
  return (
    <>
      <IconButton
        icon={Ellipsis}
        label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {anchor !== undefined && (
        <Suspense fallback={null}>
          {renderMenu({ label, anchor: { element: anchor }, onClose: () => setAnchor(undefined) })}
        </Suspense>
      )}
    </>
  );
}
