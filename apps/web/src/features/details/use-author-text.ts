import type { ActivityItem, NodeDetails } from '@coffer/contracts';
import { useText } from './texts.ts';

type Author = NodeDetails['createdBy'];

/** For example "by you". */
export function useAuthorText(): (author: Author) => string {
  const text = useText();
  return (author) =>
    author.kind === 'person'
      ? text('details.by.person', { name: author.name })
      : text(`details.by.${author.kind}`, { ...author });
}

/** Names the actor, such as "You", and the API token if one was used. */
export function useActorNames(): (item: Pick<ActivityItem, 'author' | 'token'>) => string {
  const text = useText();
  return ({ author, token }) => {
    const name = author.kind === 'person' ? author.name : text(`details.who.${author.kind}`, { ...author });
    return token === null ? name : text('details.withToken', { author: name, token });
  };
}
