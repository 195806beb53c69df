import { SERVER_LIMITS } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { findNode, findVersionRow, type NodeAccess } from '../files/index.ts';
import { listTold, notify } from '../notifications/index.ts';
import type { Commenting } from './in-commented-node.ts';
import { listCommenters } from './store/comments.ts';

/** How many of the last people of a long discussion are notified. */
const COMMENTERS_TOLD = 20;

export const topicOf = (commentId: string): string => `comment:${commentId}`;

interface Told extends Commenting {
  readonly id: string;
  readonly text: string;
  readonly newId: () => string;
}

/**
 * Notifies people who are mentioned, who created the item, changed it last or commented before, if they still see it.
 */
export async function notifyOfComment(tx: Tx, comment: Told, mentioned: readonly string[]): Promise<void> {
  const { access, at } = comment;
  const asked = new Set([
    access.node.created_by,
    ...(await listLastAuthor(tx, access)),
    ...(await listCommenters(tx, { ...at, limit: COMMENTERS_TOLD })),
  ]);
  await notifyMentioned(tx, comment, mentioned);
  const personIds = [...asked].filter((id) => !mentioned.includes(id));
  await notifyAs('commented', tx, { ...comment, personIds });
}

export async function notifyMentioned(tx: Tx, comment: Told, personIds: readonly string[]): Promise<void> {
  await notifyAs('mentioned', tx, { ...comment, personIds });
}

async function notifyAs(
  kind: 'commented' | 'mentioned',
  tx: Tx,
  { actor, access, at, now, id, text, newId, personIds }: Told & { readonly personIds: readonly string[] },
): Promise<void> {
  const { node } = access;
  const told = { known: [] as string[], unknown: [] as string[] };
  for (const personId of personIds) {
    if (personId === actor.id) continue;
    const theirs = await findNode(tx, { actor: { id: personId }, now }, node.id);
    // Contributors must not learn who else works in the space.
    if (theirs !== undefined) told[theirs.role === 'contributor' ? 'unknown' : 'known'].push(personId);
  }
  const subject = {
    kind,
    nodeId: at.nodeId,
    nodeKind: node.kind,
    name: node.name,
    text: toldText(text),
  };
  const topic = topicOf(id);
  await notify(tx, { personIds: told.known, actorId: actor.id, subject, topic, at: now, newId });
  await notify(tx, { personIds: told.unknown, actorId: null, subject, topic, at: now, newId });
}

/** Those who were notified and do not see the item any more. They keep the words that they were told. */
export async function listWithoutSight(
  tx: Tx,
  { at, now }: Commenting,
  topic: string,
): Promise<readonly string[]> {
  const blind: string[] = [];
  for (const id of await listTold(tx, topic)) {
    if ((await findNode(tx, { actor: { id }, now }, at.nodeId)) === undefined) blind.push(id);
  }
  return blind;
}

export function toldText(text: string): string {
  const beginning = Array.from(text).slice(0, SERVER_LIMITS.commentToldLengthMax).join('');
  return beginning === text ? text : `${beginning}…`;
}

async function listLastAuthor(tx: Tx, { node }: NodeAccess): Promise<readonly string[]> {
  const { space_id: spaceId, id: nodeId, current_version_id: id } = node;
  if (id === null) return [];
  const version = await findVersionRow(tx, { spaceId, nodeId, id });
  return version === undefined ? [] : [version.author_id];
}
