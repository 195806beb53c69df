import { Archive, ArchiveRestore, FolderOpen, FolderOutput, HardDrive, UserCog } from 'lucide-react';
import type { MenuEntry } from '../../ui/overlays/index.ts';
import type { ListedSpace } from './listed-space.ts';
import type { SpacesText } from './texts.ts';

const ACTIONS = ['open', 'quota', 'give', 'giveFiles', 'archive', 'restore'] as const;
export type SpaceAction = (typeof ACTIONS)[number];

const ICONS = {
  open: FolderOpen,
  quota: HardDrive,
  give: UserCog,
  giveFiles: FolderOutput,
  archive: Archive,
  restore: ArchiveRestore,
} as const satisfies Record<SpaceAction, MenuEntry['icon']>;

export function toAction(id: string): SpaceAction | undefined {
  return ACTIONS.find((action) => action === id);
}

/** Actions on a space; those that the server would reject are left out. */
export function entriesFor(text: SpacesText, space: ListedSpace, mayChange: boolean): readonly MenuEntry[] {
  return actionsFor(space, mayChange).map((id) => ({
    id,
    label: text(`adminSpaces.do.${id}`),
    icon: ICONS[id],
    startsGroup: id === 'archive',
  }));
}

function actionsFor({ kind, role, archivedAt }: ListedSpace, mayChange: boolean): readonly SpaceAction[] {
  const open: readonly SpaceAction[] = role === null ? [] : ['open'];
  if (!mayChange) return open;
  if (archivedAt !== null) return ['restore'];
  if (kind === 'personal') return [...open, 'quota', 'giveFiles'];
  return [...open, 'quota', 'give', 'archive'];
}
