import type { ActivityItem, NodeView } from '@coffer/contracts';
import { isSharing, type SharingAction, sharingWords } from './sharing-words.ts';
import { type DetailsText, useText } from './texts.ts';

type Folder = Extract<ActivityItem['action'], { kind: 'moved' }>['from'];

/** Describes the action, without the actor. */
export function useActionText(rootName: string | undefined): (node: NodeView, item: ActivityItem) => string {
  const text = useText();
  return (node, item) => {
    const nameOf = (folder: Folder): string | undefined => {
      if (folder === null) return undefined;
      return folder.isRoot ? (rootName ?? text('details.files.root')) : folder.name;
    };
    const { action } = item;
    // Sharing actions always concern the item itself.
    if (isSharing(action)) return sharingWords(text, action);
    const change = { ...item, action };
    return item.nodeId === node.id
      ? ownWords(text, change, nameOf)
      : wordsWithin(text, { node, item: change, nameOf });
  };
}

interface ChangeItem extends Omit<ActivityItem, 'action'> {
  readonly action: Exclude<ActivityItem['action'], SharingAction>;
}

type NameOf = (folder: Folder) => string | undefined;

function ownWords(text: DetailsText, { action }: ChangeItem, nameOf: NameOf): string {
  switch (action.kind) {
    case 'version_created':
    case 'version_damaged':
    case 'version_deleted':
      return text(`details.did.${action.kind}`, { number: action.number });
    case 'version_restored':
      return text('details.did.version_restored', { number: action.restored });
    case 'renamed':
      return text('details.did.renamed', { from: action.from });
    case 'retention_changed':
      return retentionWords(text, action);
    case 'moved':
      return movedWords(text, { from: nameOf(action.from), to: nameOf(action.to) });
    case 'created':
    case 'copied':
    case 'trashed':
    case 'restored':
      return text(`details.did.${action.kind}`);
  }
}

type Kept = Extract<ActivityItem['action'], { kind: 'retention_changed' }>;

function retentionWords(text: DetailsText, { key, from, to, isOwn }: Kept): string {
  if (from === to) return text('details.did.retention.same');
  const what = text(`details.did.retention.${key}`, { from, to });
  return isOwn ? what : text('details.did.retention.usual', { what });
}

interface Move {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The name of a folder that the person may not see is undefined. */
function movedWords(text: DetailsText, { from, to }: Move): string {
  if (from !== undefined && to !== undefined) return text('details.did.moved', { from, to });
  if (from !== undefined) return text('details.did.moved.from', { from });
  return to === undefined ? text('details.did.moved.somewhere') : text('details.did.moved.to', { to });
}

interface Within {
  readonly node: NodeView;
  readonly item: ChangeItem;
  readonly nameOf: NameOf;
}

/** Describes an action on a direct child of the folder. */
function wordsWithin(text: DetailsText, { node, item, nameOf }: Within): string {
  const { action, name } = item;
  switch (action.kind) {
    case 'version_created':
    case 'version_damaged':
    case 'version_deleted':
      return text(`details.within.${action.kind}`, { name, number: action.number });
    case 'version_restored':
      return text('details.within.version_restored', { name, number: action.restored });
    case 'renamed':
      return text('details.within.renamed', { name, from: action.from });
    case 'retention_changed':
      return retentionWords(text, action);
    case 'moved': {
      const isArrival = action.to?.id === node.id;
      const other = nameOf(isArrival ? action.from : action.to);
      if (other === undefined)
        return text(isArrival ? 'details.within.movedHere' : 'details.within.movedAway', { name });
      return isArrival
        ? text('details.within.movedHere.from', { name, from: other })
        : text('details.within.movedAway.to', { name, to: other });
    }
    case 'created':
    case 'copied':
    case 'trashed':
    case 'restored':
      return text(`details.within.${action.kind}`, { name });
  }
}
