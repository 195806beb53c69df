import type { FeedItem, JobKind } from '@coffer/contracts';
import { formatSharing, isSharing } from './format-sharing.ts';
import type { ActivityText } from './texts.ts';

type Folder = Extract<FeedItem['action'], { kind: 'moved' }>['to'];

/** Describes the action, without the actor. `spaceName` stands for the root of a space. */
export function formatEntry(text: ActivityText, item: FeedItem, spaceName: string): string {
  const { action, name, count } = item;
  if (isSharing(action)) return formatSharing(text, action, name);
  const nameOf = (folder: Folder): string | undefined =>
    folder === null ? undefined : folder.isRoot ? spaceName : folder.name;
  const more = count - 1;
  if (item.undid !== undefined) return undidWords(text, item, item.undid);
  if (action.kind === 'created' && isSpace(item)) return text('activity.created.space', { name });
  switch (action.kind) {
    case 'version_created':
    case 'version_damaged':
    case 'version_deleted':
      return text(`activity.${action.kind}`, { name, number: action.number });
    case 'version_restored':
      return text('activity.version_restored', { name, number: action.restored });
    case 'renamed':
      return text('activity.renamed', { name, from: action.from });
    case 'retention_changed':
      return retentionWords(text, action);
    case 'moved': {
      const to = nameOf(action.to);
      if (to === undefined) {
        return more === 0
          ? text('activity.moved.away', { name })
          : text('activity.moved.awayMany', { name, more });
      }
      return more === 0
        ? text('activity.moved', { name, to })
        : text('activity.moved.many', { name, more, to });
    }
    case 'created':
    case 'copied':
    case 'trashed':
    case 'restored':
      return more === 0
        ? text(`activity.${action.kind}`, { name })
        : text(`activity.${action.kind}.many`, { name, more });
  }
}

/** Only the root of a space has no parent. */
function isSpace({ place }: FeedItem): boolean {
  return place !== null && place.parentId === null;
}

type Kept = Extract<FeedItem['action'], { kind: 'retention_changed' }>;

function retentionWords(text: ActivityText, { key, from, to, isOwn }: Kept): string {
  if (from === to) return text('activity.retention.same');
  const what = text(`activity.retention.${key}`, { from, to });
  return isOwn ? what : text('activity.retention.usual', { what });
}

/** Describes an undo, in terms of the action that was undone. */
function undidWords(text: ActivityText, { name, count, action }: FeedItem, kind: JobKind): string {
  const more = count - 1;
  if (kind === 'purge') return text('activity.undid.trash', { name });
  if (kind === 'rename') {
    const from = action.kind === 'renamed' ? action.from : name;
    return text('activity.undid.rename', { name, from });
  }
  if (kind === 'create' || kind === 'restore_version' || more === 0)
    return text(`activity.undid.${kind}`, { name });
  return text(`activity.undid.${kind}.many`, { name, more });
}

export function authorOf(text: ActivityText, { author }: FeedItem): string {
  return author.kind === 'person' ? author.name : text(`activity.who.${author.kind}`, { ...author });
}

/** Names the actor, and the API token if one was used. */
export function actorOf(text: ActivityText, item: FeedItem): string {
  const author = authorOf(text, item);
  return item.token === null ? author : text('activity.withToken', { author, token: item.token });
}

/** URL of the item's current place. Undefined if the item was deleted. */
export function addressOf(item: FeedItem, personalSpaceId: string): string | undefined {
  const { place, nodeId } = item;
  if (place === null) return undefined;
  const { spaceId, parentId, kind, isTrashed } = place;
  if (isTrashed) return spaceId === personalSpaceId ? '/trash' : `/trash/${spaceId}`;
  if (kind === 'folder' || parentId === null) return `/s/${spaceId}/${nodeId}`;
  return `/s/${spaceId}/${parentId}?select=${nodeId}`;
}
