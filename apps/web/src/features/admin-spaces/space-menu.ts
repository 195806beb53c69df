import {
  Archive,
  ArchiveRestore,
  CalendarClock,
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
  'retention',
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
  retention: CalendarClock,
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
  if (!mayChange) return [...open, 'retention'];
  const holding: readonly SpaceAction[] = hold === null ? ['hold'] : ['changeHold', 'endHold'];
  if (archivedAt !== null) return ['retention', 'restore', ...holding];
  if (kind === 'personal') return [...open, 'quota', 'retention', 'giveFiles', ...holding];
  return [
    ...open,
    'quota',
    'retention',
    'give',
    ...holding,
    ...(hold === null ? (['archive'] as const) : []),
  ];
}
