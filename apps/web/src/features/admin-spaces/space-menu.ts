import {
  Archive,
  ArchiveRestore,
  FolderOpen,
  FolderOutput,
  HardDrive,
  LockKeyhole,
  LockKeyholeOpen,
  UserCog,
} from 'lucide-react';
import type { MenuEntry } from '../../ui/overlays/index.ts';
import type { ListedSpace } from './listed-space.ts';
import type { SpacesText } from './texts.ts';

const ACTIONS = [
  'open',
  'quota',
  'give',
  'giveFiles',
  'hold',
  'changeHold',
  'endHold',
  'archive',
  'restore',
] as const;
export type SpaceAction = (typeof ACTIONS)[number];

const ICONS = {
  open: FolderOpen,
  quota: HardDrive,
  give: UserCog,
  giveFiles: FolderOutput,
  hold: LockKeyhole,
  changeHold: LockKeyhole,
  endHold: LockKeyholeOpen,
  archive: Archive,
  restore: ArchiveRestore,
} as const satisfies Record<SpaceAction, MenuEntry['icon']>;

export function toAction(id: string): SpaceAction | undefined {
  return ACTIONS.find((action) => action === id);
}

/** Menu items for a space, without those that the server would reject. */
export function entriesFor(text: SpacesText, space: ListedSpace, mayChange: boolean): readonly MenuEntry[] {
  return actionsFor(space, mayChange).map((id) => ({
    id,
    label: text(`adminSpaces.do.${id}`),
    icon: ICONS[id],
    startsGroup: id === 'hold' || id === 'changeHold',
  }));
}

function actionsFor(
  { kind, role, archivedAt, hold }: ListedSpace,
  mayChange: boolean,
): readonly SpaceAction[] {
  const open: readonly SpaceAction[] = role === null ? [] : ['open'];
  if (!mayChange) return open;
  const holding: readonly SpaceAction[] = hold === null ? ['hold'] : ['changeHold', 'endHold'];
  if (archivedAt !== null) return ['restore', ...holding];
  if (kind === 'personal') return [...open, 'quota', 'giveFiles', ...holding];
  return [...open, 'quota', 'give', ...holding, ...(hold === null ? (['archive'] as const) : [])];
}
