import type { NodeView } from '@coffer/contracts';
import {
  Bell,
  BellOff,
  Copy,
  CopyPlus,
  Download,
  FolderInput,
  FolderOpen,
  Hand,
  History,
  Inbox,
  LayoutTemplate,
  Link2,
  PanelRight,
  Pencil,
  Star,
  StarOff,
  Tags,
  Trash2,
  Users,
} from 'lucide-react';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { useFollows } from '../../../api/follows/use-follows.ts';
import { useStars } from '../../../api/stars/use-stars.ts';
import { ContextMenu } from '../../../ui/overlays/context-menu.tsx';
import type { MenuAnchor, MenuEntry } from '../../../ui/overlays/index.ts';
import { toggleFollow } from './follows.ts';
import { rowActionIds } from '../row-action-ids.ts';
import { useText as usePageText } from '../texts.ts';
import { useText } from './texts.ts';

interface RowMenuProps {
  readonly label: string;
  readonly anchor: MenuAnchor;
  readonly count: number;
  /** Defined if `count` is 1. */
  readonly node: NodeView | undefined;
  /** Actions to leave out. Their shortcuts are also left out, because those belong to the list. */
  readonly without?: readonly string[];
  readonly onAction: (id: string) => void;
  readonly onClose: () => void;
}

/** The menu of a row, also used as the menu of a selection. */
export function RowMenu({ label, anchor, count, node, without, onAction, onClose }: RowMenuProps) {
  const text = useText();
  const pageText = usePageText();
  const rights = useSpaceRights();
  const stars = useStars();
  const isStarred = node !== undefined && count === 1 && stars.has(node.id);
  const cache = useQueryCache();
  const follows = useFollows();
  const isFollowed = node !== undefined && follows.has(node.id);
  const all: readonly MenuEntry[] = [
    { id: 'open', label: text('browse.open'), icon: FolderOpen, keys: 'Enter' },
    { id: 'download', label: pageText('browse.download'), icon: Download },
    { id: 'share', label: text(rights.mayShare ? 'browse.share' : 'browse.access'), icon: Users, keys: 'S' },
    { id: 'ask', label: text('browse.ask'), icon: Hand },
    { id: 'rename', label: pageText('browse.rename'), icon: Pencil, keys: 'F2' },
    { id: 'move', label: pageText('browse.move'), icon: FolderInput, keys: 'M' },
    { id: 'copy', label: pageText('browse.copy'), icon: Copy },
    { id: 'duplicate', label: text('browse.duplicate'), icon: CopyPlus, keys: 'Ctrl D' },
    {
      id: 'star',
      label: text(isStarred ? 'browse.unstar' : 'browse.star'),
      icon: isStarred ? StarOff : Star,
      keys: '*',
    },
    {
      id: 'follow',
      label: text(isFollowed ? 'browse.unfollow' : 'browse.follow'),
      icon: isFollowed ? BellOff : Bell,
    },
    { id: 'tags', label: pageText('browse.tags'), icon: Tags, keys: 'T' },
    { id: 'links', label: text('browse.link'), icon: Link2, keys: 'L' },
    { id: 'template', label: text('browse.template'), icon: LayoutTemplate },
    { id: 'request', label: text('browse.request'), icon: Inbox },
    { id: 'details', label: text('browse.details.open'), icon: PanelRight, keys: 'I' },
    { id: 'versions', label: text('browse.versions'), icon: History, startsGroup: true },
    { id: 'past', label: text('browse.past'), icon: History, startsGroup: true },
    {
      id: 'trash',
      label: pageText('browse.trash'),
      icon: Trash2,
      tone: 'danger',
      keys: 'Del',
      startsGroup: true,
    },
  ];
  const ids = rowActionIds({ count, node }, rights);
  // The menu follows by itself, so that the list needs no code for it.
  const offered = all.filter(({ id }) => ids.includes(id) || (id === 'follow' && node !== undefined));
  const entries =
    without === undefined
      ? offered
      : offered.filter(({ id }) => !without.includes(id)).map(({ keys: _keys, ...entry }) => entry);
  return (
    <ContextMenu
      label={label}
      sheetHeading={count === 1 ? node?.name : undefined}
      anchor={anchor}
      isBeside
      entries={entries}
      onAction={(id) => {
        if (id === 'follow' && node !== undefined) void toggleFollow(cache, node);
        else onAction(id);
      }}
      onClose={onClose}
    />
  );
}
