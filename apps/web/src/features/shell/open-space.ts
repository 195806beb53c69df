import { isSpaceId, type SpaceColor, type SpaceId } from '@coffer/contracts';
import { spacesQuery } from '../../api/spaces.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { usePath } from '../../lib/hooks/use-location.ts';

/** Pages that list files of all spaces. */
const BRASS_PAGES = ['/home', '/recent', '/starred', '/search', '/shared'];

/** The space of a folder, of its trash or of its largest files. */
export function openSpaceId(path: string): SpaceId | undefined {
  const id = /^\/(?:s|trash|largest)\/([^/]+)/.exec(path)?.[1];
  return isSpaceId(id) ? id : undefined;
}

export function isBelow(path: string, section: string): boolean {
  return path === section || path.startsWith(`${section}/`);
}

/** The color at the top of the page: that of the open space, or `brass`. */
export function useWash(personalSpaceId: SpaceId): SpaceColor | 'brass' | undefined {
  const path = usePath();
  const { data } = useQuery(spacesQuery());
  if (BRASS_PAGES.some((page) => isBelow(path, page))) return 'brass';
  const id = path === '/' ? personalSpaceId : openSpaceId(path);
  return data?.items.find((space) => space.id === id)?.color;
}

/** The trash is that of the open space, or else of the personal one. */
export function placeAddress(href: string, path: string, personalSpaceId: SpaceId): string {
  const id = openSpaceId(path);
  return href !== '/trash' || id === undefined || id === personalSpaceId ? href : `/trash/${id}`;
}
