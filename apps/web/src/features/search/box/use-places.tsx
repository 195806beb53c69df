import type { Person } from '@coffer/contracts';
import {
  Clock,
  Folder,
  HardDrive,
  House,
  Palette,
  ShieldCheck,
  Star,
  Trash2,
  Tv,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { spacesQuery } from '../../../api/spaces.ts';
import { useQuery } from '../../../api/use-query.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ColorMark } from '../../../ui/marks/color-mark.tsx';
import { matchesWords } from './matches-words.ts';
import { useText } from './texts.ts';

const PAGES = [
  { href: '/home', icon: House, label: 'search.page.home' },
  { href: '/', icon: Folder, label: 'search.page.files' },
  { href: '/recent', icon: Clock, label: 'search.page.recent' },
  { href: '/starred', icon: Star, label: 'search.page.starred' },
  { href: '/trash', icon: Trash2, label: 'search.page.trash' },
  { href: '/settings/profile', icon: UserRound, label: 'search.page.profile' },
  { href: '/settings/security', icon: ShieldCheck, label: 'search.page.security' },
  { href: '/settings/sessions', icon: Tv, label: 'search.page.devices' },
  { href: '/settings/appearance', icon: Palette, label: 'search.page.appearance' },
  { href: '/admin/storage', icon: HardDrive, label: 'search.page.storage', isForStaff: true },
] as const;

/** Beside files, which matter more. */
const SHOWN_WITH_FILES = 4;

export interface Place {
  readonly href: string;
  readonly label: string;
  readonly mark: ReactNode;
}

/** Pages and spaces whose name has what was typed; all of them for an empty text. */
export function usePlaces(typed: string, role: Person['role']): readonly Place[] {
  const text = useText();
  const { data } = useQuery(spacesQuery());
  const spaces: readonly Place[] = (data?.items ?? [])
    .filter(({ kind }) => kind !== 'personal')
    .map(({ id, name, color }) => ({
      href: `/s/${id}`,
      label: name,
      mark: <ColorMark name={name} color={color} />,
    }));
  const pages: readonly Place[] = PAGES.filter((page) => role !== 'member' || !('isForStaff' in page)).map(
    ({ href, icon, label }) => ({ href, label: text(label), mark: <Icon of={icon} size={20} /> }),
  );
  const places = [...spaces, ...pages];
  if (typed === '') return places;
  return places.filter(({ label }) => matchesWords(label, typed)).slice(0, SHOWN_WITH_FILES);
}
