import type { NodeDetails } from '@coffer/contracts';
import { useText } from './texts.ts';

type Author = NodeDetails['createdBy'];

/** "by you" */
export function useAuthorText(): (author: Author) => string {
  const text = useText();
  return (author) => text(`details.by.${author.kind}`, { ...author });
}

/** "You" */
export function useAuthorNames(): (author: Author) => string {
  const text = useText();
  return (author) =>
    author.kind === 'person' ? author.name : text(`details.who.${author.kind}`, { ...author });
}
