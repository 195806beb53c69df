import { type Comment, UserId } from '@coffer/contracts';
import { type AuthorRow, may, type NodeAccess, presentAuthor } from '../files/index.ts';
import type { CommentRow } from './store/comments.ts';

export interface Reading {
  readonly actor: { readonly id: string };
  readonly now: Date;
  readonly access: NodeAccess;
}

/** Whether the person may delete a comment. Managers may delete those of others, as they may delete files. */
export function mayDelete({ actor, now, access }: Reading, { author_id: authorId }: CommentRow): boolean {
  return authorId === actor.id || may({ actor, now, role: access.role }, 'purge', access.node);
}

export function presentComment(
  reading: Reading,
  row: CommentRow,
  authors: ReadonlyMap<string, AuthorRow>,
): Comment {
  const viewer = { id: reading.actor.id, role: reading.access.role };
  const author = presentAuthor(viewer, row.author_id, authors);
  const isKnown = author.kind === 'you' || author.kind === 'person';
  return {
    id: row.id,
    author,
    authorId: isKnown ? UserId.parse(row.author_id) : null,
    text: row.text,
    mentions: viewer.role === 'contributor' ? [] : row.mentions.flatMap((id) => mentioned(authors.get(id))),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at === null ? null : row.edited_at.toISOString(),
    mayDelete: mayDelete(reading, row),
    revision: row.revision,
  };
}

function mentioned(person: AuthorRow | undefined): Comment['mentions'] {
  if (person === undefined || person.is_removed) return [];
  return [{ id: UserId.parse(person.id), name: person.name }];
}
