import type { NodeView } from '@coffer/contracts';
import { Download, FileCheck, FolderOpen, History, Pencil, Trash2 } from 'lucide-react';
import { ContextMenu } from '../../../ui/overlays/context-menu.tsx';
import type { MenuAnchor, MenuEntry } from '../../../ui/overlays/index.ts';
import { useText } from './texts.ts';

interface RowMenuProps {
  readonly label: string;
  readonly anchor: MenuAnchor;
  /** How many nodes it is for. */
  readonly count: number;
  /** The one that it is for, when it is one. */
  readonly node: NodeView | undefined;
  readonly onAction: (id: string) => void;
  readonly onClose: () => void;
}

/** What can be done with `count` nodes: the same list for the menu of a row and of a selection. */
export function RowMenu({ label, anchor, count, node, onAction, onClose }: RowMenuProps) {
  const text = useText();
  const download: MenuEntry = { id: 'download', label: text('browse.download'), icon: Download };
  const fileEntries: readonly MenuEntry[] = [
    { id: 'versions', label: text('browse.versions'), icon: History, startsGroup: true },
    { id: 'receipt', label: text('browse.receipt'), icon: FileCheck },
  ];
  const entries: readonly MenuEntry[] = [
    ...(count === 1
      ? [
          { id: 'open', label: text('browse.open'), icon: FolderOpen, keys: 'Enter' },
          download,
          { id: 'rename', label: text('browse.rename'), icon: Pencil, keys: 'F2' },
          ...(node?.kind === 'file' ? fileEntries : []),
        ]
      : [download]),
    {
      id: 'trash',
      label: text('browse.trash'),
      icon: Trash2,
      tone: 'danger',
      keys: 'Del',
      startsGroup: true,
    },
  ];
  return (
    <ContextMenu label={label} anchor={anchor} entries={entries} onAction={onAction} onClose={onClose} />
  );
}
