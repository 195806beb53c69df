import { Download, FolderOpen, Pencil, Trash2 } from 'lucide-react';
import type { MenuEntry } from '../../ui/overlays/index.ts';
import type { BrowseText } from './texts.ts';

/** What can be done with `count` nodes: the same list for the menu of a row and of a selection. */
export function menuOf(text: BrowseText, count: number): readonly MenuEntry[] {
  const single: readonly MenuEntry[] = [
    { id: 'open', label: text('browse.open'), icon: FolderOpen, keys: 'Enter' },
    { id: 'download', label: text('browse.download'), icon: Download },
    { id: 'rename', label: text('browse.rename'), icon: Pencil, keys: 'F2' },
  ];
  const many: readonly MenuEntry[] = [{ id: 'download', label: text('browse.download'), icon: Download }];
  return [
    ...(count === 1 ? single : many),
    {
      id: 'trash',
      label: text('browse.trash'),
      icon: Trash2,
      tone: 'danger',
      keys: 'Del',
      startsGroup: true,
    },
  ];
}
