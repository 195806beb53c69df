import type { Comment } from '@coffer/contracts';
import { type AuthorRow, may, type NodeAccess, presentAuthor } from '../files/index.ts';
import type { CommentRow } from './store/comments.ts';

export interface Reading {
  readonly actor: { readonly id: string };
  readonly now: Date;
  readonly access: NodeAccess;
}

/** Managers may take away what others wrote, as they may delete files. */
export function mayDelete({ actor, now, access }: Reading, { author_id: authorId }: CommentRow): boolean {
  return authorId === actor.id || may({ actor, now, role: access.role }, 'purge', access.node);
}

export function presentComment(
  reading: Reading,
  row: CommentRow,
  authors: ReadonlyMap<string, AuthorRow>,
): Comment {
  const viewer = { id: reading.actor.id, role: reading.access.role };
  return {
    id: row.id,
    author: presentAuthor(viewer, row.author_id, authors),
    text: row.text,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at === null ? null : row.edited_at.toISOString(),
    mayDelete: mayDelete(reading, row),
    revision: row.revision,
  };
}
