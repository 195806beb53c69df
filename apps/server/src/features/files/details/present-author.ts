import type { Author, HeldRole } from '@coffer/contracts';
import type { AuthorRow } from '../store/authors.ts';
import type { GuestAuthor } from '../model.ts';

interface Viewer {
  readonly id: string;
  readonly role: HeldRole;
}

function presentGuest({ name, link }: GuestAuthor): Author {
  if (link !== null && link !== '') return { kind: 'guest_by_link', link };
  return name === '' ? { kind: 'unnamed_guest' } : { kind: 'guest', name };
}

/** A guest's change is recorded under a person, but shows the guest as author, unless authors are hidden. */
export function orGuest(author: Author, guest: GuestAuthor | undefined): Author {
  return guest === undefined || author.kind === 'hidden_person' ? author : presentGuest(guest);
}

/** The guest that an event names. Undefined if a member made the change. */
export function guestIn(
  name: string | null | undefined,
  link: string | null | undefined,
): GuestAuthor | undefined {
  return name == null ? undefined : { name, link: link ?? null };
}

/** A null `authorId` stands for the system. Contributors do not learn who else works in the space. */
export function presentAuthor(
  viewer: Viewer,
  authorId: string | null,
  authors: ReadonlyMap<string, AuthorRow>,
): Author {
  if (authorId === null) return { kind: 'system' };
  if (authorId === viewer.id) return { kind: 'you' };
  if (viewer.role === 'contributor') return { kind: 'hidden_person' };
  const author = authors.get(authorId);
  return author === undefined || author.is_removed
    ? { kind: 'removed_person' }
    : { kind: 'person', name: author.name, picture: author.picture_id ?? undefined };
}
