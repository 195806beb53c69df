import { type ActivityItem, type Author, JOB_KINDS, NodeId, RetentionChange } from '@coffer/contracts';
import * as z from 'zod/mini';
import type { NodeEventRow } from '../../spaces/index.ts';
import type { NodeRow } from '../model.ts';
import { type Holders, isSharingVerb, sharingAction, type SharingVerb } from './present-sharing.ts';

/**
 * Events on files and folders. Sharing events have a separate list; of the events about a space itself, only its
 * creation and its retention are shown.
 */
export const ACTIVITY_VERBS = [
  'space_created',
  'folder_created',
  'file_created',
  'version_created',
  'version_restored',
  'version_damaged',
  'version_deleted',
  'node_renamed',
  'node_moved',
  'node_copied',
  'node_trashed',
  'node_restored',
  'retention_changed',
] as const satisfies readonly NodeEventRow['verb'][];

const Id = z.nullish(z.uuid());
const Facts = z.object({
  name: z.optional(z.string()),
  from: z.optional(z.union([z.string(), z.number()])),
  to: z.optional(z.union([z.string(), z.number()])),
  number: z.optional(z.number()),
  restored: z.optional(z.number()),
  guest: z.optional(z.string()),
  link: z.optional(z.string()),
  token: z.optional(z.string()),
  parent_id: Id,
  from_parent_id: Id,
  /** The kind of the job that this event undid. Older events have the number of the undone event instead. */
  undoes: z.optional(z.union([z.enum(JOB_KINDS), z.number()])),
});
/** Of one changed value of a space. */
const RetentionFacts = z.extend(z.omit(RetentionChange, { isOwn: true }), { own: z.number() });
type Facts = z.infer<typeof Facts>;

export type ActivityVerb = (typeof ACTIVITY_VERBS)[number] | SharingVerb;
export type ActivityRow = NodeEventRow<ActivityVerb>;

export function parseFacts(facts: unknown): Facts {
  return Facts.parse(facts);
}

interface PresentedEvent {
  readonly row: ActivityRow;
  readonly facts: Facts;
  readonly author: Author;
  readonly nameNow: string;
  readonly holders: Holders;
  /** The folder with this id. Undefined if the person may not see it. */
  readonly folderOf: (id: string | null | undefined) => NodeRow | undefined;
}

export function presentEvent(event: PresentedEvent): Omit<ActivityItem, 'undoJobId' | 'undid' | 'isUndone'> {
  const { row, facts, author, nameNow } = event;
  return {
    id: String(row.sequence),
    at: row.at.toISOString(),
    author,
    token: author.kind === 'you' || author.kind === 'person' ? (facts.token ?? null) : null,
    nodeId: NodeId.parse(row.node_id),
    name: (row.verb === 'node_renamed' ? nameOf(facts.to) : facts.name) ?? nameNow,
    action: actionOf(event),
  };
}

function actionOf({ row, facts, folderOf, holders }: PresentedEvent): ActivityItem['action'] {
  const { number = 0, restored = 0 } = facts;
  const { verb } = row;
  if (isSharingVerb(verb)) return sharingAction({ verb, facts: row.facts }, holders);
  switch (verb) {
    case 'version_created':
    case 'version_damaged':
    case 'version_deleted':
      return { kind: verb, number };
    case 'version_restored':
      return { kind: 'version_restored', number, restored };
    case 'node_renamed':
      return { kind: 'renamed', from: nameOf(facts.from) ?? '' };
    case 'node_moved':
      return {
        kind: 'moved',
        from: presentFolder(folderOf(facts.from_parent_id)),
        to: presentFolder(folderOf(facts.parent_id)),
      };
    case 'retention_changed': {
      const { own, ...change } = RetentionFacts.parse(row.facts);
      return { kind: verb, ...change, isOwn: own === 1 };
    }
    case 'node_copied':
      return { kind: 'copied' };
    case 'node_trashed':
      return { kind: 'trashed' };
    case 'node_restored':
      return { kind: 'restored' };
    case 'space_created':
    case 'folder_created':
    case 'file_created':
      return { kind: 'created' };
  }
}

function nameOf(fact: string | number | undefined): string | undefined {
  return typeof fact === 'string' ? fact : undefined;
}

function presentFolder(folder: NodeRow | undefined) {
  if (folder === undefined) return null;
  return { id: NodeId.parse(folder.id), name: folder.name, isRoot: folder.parent_id === null };
}
