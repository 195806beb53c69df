import type { Author, HeldRole } from '@coffer/contracts';
import type { AuthorRow } from '../store/authors.ts';

interface Viewer {
  readonly id: string;
  readonly role: HeldRole;
}

/** A null `authorId` is a job. A contributor does not learn who else works in the space. */
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
    : { kind: 'person', name: author.name };
}
