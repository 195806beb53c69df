import { SYSTEM_ROLES } from '@coffer/contracts';
import {
  Ban,
  FolderOutput,
  HardDrive,
  ImageOff,
  KeyRound,
  Link,
  LogOut,
  RotateCw,
  ShieldOff,
  SquareTerminal,
  UserCheck,
  UserCog,
  UserX,
  X,
} from 'lucide-react';
import type { MenuEntry } from '../../ui/overlays/index.ts';
import { isInvitation, type Listed } from './listed-person.ts';
import type { PeopleText } from './texts.ts';

const ACTIONS = [
  'resetLink',
  'resetFactors',
  'signOut',
  'tokens',
  'member',
  'auditor',
  'administrator',
  'quota',
  'handOver',
  'removePicture',
  'disable',
  'enable',
  'remove',
  'deleteAgain',
  'renew',
  'withdraw',
] as const;
export type PersonAction = (typeof ACTIONS)[number];

export function toAction(id: string): PersonAction | undefined {
  return ACTIONS.find((action) => action === id);
}

const ICONS = {
  resetLink: KeyRound,
  resetFactors: ShieldOff,
  signOut: LogOut,
  tokens: SquareTerminal,
  member: UserCog,
  auditor: UserCog,
  administrator: UserCog,
  quota: HardDrive,
  handOver: FolderOutput,
  removePicture: ImageOff,
  disable: Ban,
  enable: UserCheck,
  remove: UserX,
  deleteAgain: RotateCw,
  renew: Link,
  withdraw: X,
} as const satisfies Record<PersonAction, MenuEntry['icon']>;

const DANGEROUS: readonly PersonAction[] = ['disable', 'remove', 'withdraw'];

interface Circumstances {
  readonly isSelf: boolean;
  readonly mayInvite: boolean;
  readonly mayManagePool: boolean;
}

/** Actions on a person; those that the server would reject are left out. */
export function entriesFor(text: PeopleText, item: Listed, about: Circumstances): readonly MenuEntry[] {
  return groupsFor(item, about)
    .filter((group) => group.length > 0)
    .flatMap((group, at) =>
      group.map((id, index) => ({
        id,
        label: text(`people.do.${id}`),
        icon: ICONS[id],
        startsGroup: at > 0 && index === 0,
        ...(DANGEROUS.includes(id) ? { tone: 'danger' as const } : {}),
      })),
    );
}

function groupsFor(
  item: Listed,
  { isSelf, mayInvite, mayManagePool }: Circumstances,
): readonly (readonly PersonAction[])[] {
  if (isInvitation(item)) return [mayInvite ? ['renew'] : [], ['withdraw']];
  if (item.status === 'removed') {
    return [
      item.isAccountLeft && mayManagePool ? ['deleteAgain'] : [],
      item.spaceId === null ? [] : ['handOver'],
    ];
  }
  const roles = SYSTEM_ROLES.filter((role) => role !== item.role);
  const quota: readonly PersonAction[] = item.spaceId === null ? [] : ['quota'];
  if (isSelf) return [roles, quota];
  const picture: readonly PersonAction[] = item.picture === undefined ? [] : ['removePicture'];
  const isKeptHere = mayManagePool && !item.isElsewhere;
  if (item.status === 'disabled') {
    return [
      ['enable'],
      isKeptHere ? ['resetFactors'] : [],
      roles,
      [...quota, 'handOver', ...picture],
      ['remove'],
    ];
  }
  return [
    [...(isKeptHere ? (['resetLink', 'resetFactors'] as const) : []), 'signOut', 'tokens'],
    roles,
    [...quota, 'handOver', ...picture],
    ['disable', 'remove'],
  ];
}
