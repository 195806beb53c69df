import type { WebhookEvent } from '@coffer/contracts';
import type { SpaceEvent } from '../../spaces/index.ts';
import { type EventRow, type Fact, TYPE_OF_VERB } from '../model.ts';

/** The API's name of an event that has this name in the database. */
export function typeOf(verb: SpaceEvent['verb']): WebhookEvent {
  return TYPE_OF_VERB[verb];
}

/** The API's names of facts that are ids, roles or numbers. */
const IDS: Readonly<Record<string, string>> = {
  parent_id: 'parentId',
  from_parent_id: 'fromParentId',
  from_space_id: 'fromSpaceId',
  from_id: 'copiedFromId',
  person: 'personId',
  group: 'groupId',
  link: 'linkId',
  role: 'role',
  number: 'version',
  restored: 'restoredVersion',
  key: 'setting',
};
/** The API's names of facts that people wrote. */
const WORDS: Readonly<Record<string, string>> = {
  from_name: 'fromName',
  guest: 'guest',
  email: 'email',
  description: 'description',
};
/** Events whose `from` and `to` are names. */
const WITH_NAMES: ReadonlySet<WebhookEvent> = new Set(['item.renamed', 'space.changed']);

/** The body of a delivery. With `isByIds`, it has no names or texts of people. */
export function bodyOf(
  row: EventRow,
  { id, isByIds }: { readonly id: string; readonly isByIds: boolean },
): string {
  const type = typeOf(row.verb);
  const name = (row.verb === 'node_renamed' ? row.facts['to'] : row.facts['name']) ?? row.node_name;
  const isUnnamed = isByIds && row.space_kind === 'personal';
  return JSON.stringify({
    id,
    type,
    at: row.at.toISOString(),
    space: { id: row.space_id, kind: row.space_kind, ...(isUnnamed ? {} : { name: row.space_name }) },
    node: row.is_root
      ? null
      : {
          id: row.node_id,
          ...(row.node_kind === null ? {} : { kind: row.node_kind }),
          ...(isByIds ? {} : { name }),
        },
    actor:
      row.actor_id === null
        ? null
        : { id: row.actor_id, ...(row.actor_name === null ? {} : { name: row.actor_name }) },
    details: detailsOf(row, type, isByIds),
  });
}

function detailsOf({ facts }: EventRow, type: WebhookEvent, isByIds: boolean): Record<string, Fact> {
  const names = isByIds ? IDS : { ...IDS, ...WORDS };
  const details: Record<string, Fact> = {};
  for (const [fact, value] of Object.entries(facts)) {
    const name = names[fact];
    if (name !== undefined) details[name] = value;
    else if ((fact === 'from' || fact === 'to') && !(isByIds && WITH_NAMES.has(type))) details[fact] = value;
  }
  return details;
}
