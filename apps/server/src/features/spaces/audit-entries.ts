import type { AuditAction } from '@coffer/contracts';
import type { AuditEntry } from '../audit/index.ts';
import type { EventVerb, SpaceEvent } from './model.ts';

/** The maximum number of names of permanently deleted items in one row. */
const NAMES_PER_ROW = 50;

type AuditedVerb = Extract<EventVerb, AuditAction>;

const AUDITED: Readonly<Record<AuditedVerb, true>> = {
  version_deleted: true,
  quota_changed: true,
  space_handed_over: true,
  space_created: true,
  space_changed: true,
  retention_changed: true,
  space_archived: true,
  space_restored: true,
  member_added: true,
  member_changed: true,
  member_removed: true,
  member_left: true,
  link_created: true,
  link_changed: true,
  link_revoked: true,
  link_restored: true,
  grant_added: true,
  grant_changed: true,
  grant_removed: true,
  grant_left: true,
  grant_returned: true,
  address_invited: true,
  address_changed: true,
  address_withdrawn: true,
  address_joined: true,
};

/** The audit entries for those events of one space that the audit trail records. */
export function auditEntriesOf({
  spaceId,
  actorId,
  at,
  events,
}: {
  readonly spaceId: string;
  readonly actorId: string | null;
  readonly at: Date;
  readonly events: readonly SpaceEvent[];
}): readonly AuditEntry[] {
  const actor = actorId === null ? {} : { actor: { kind: 'person' as const, id: actorId } };
  const space = { kind: 'space', id: spaceId } as const;
  const rowsOf = (action: 'purged' | 'purge_stopped', purged: readonly string[]): readonly AuditEntry[] =>
    Array.from({ length: Math.ceil(purged.length / NAMES_PER_ROW) }, (_, row) => {
      const names = purged.slice(row * NAMES_PER_ROW, (row + 1) * NAMES_PER_ROW);
      return { action, at, ...actor, subject: space, facts: { count: names.length, names } };
    });
  return [
    ...events.flatMap((event) =>
      isAudited(event.verb) ? [{ ...entryOf(event, event.verb, space), at, ...actor }] : [],
    ),
    ...rowsOf('purged', namesOf(events, 'node_purged')),
    ...rowsOf('purge_stopped', namesOf(events, 'node_purge_stopped')),
  ];
}

function namesOf(events: readonly SpaceEvent[], wanted: EventVerb): readonly string[] {
  return events.flatMap(({ verb, facts }) => (verb === wanted ? [String(facts['name'])] : []));
}

function isAudited(verb: EventVerb): verb is AuditedVerb {
  return Object.hasOwn(AUDITED, verb);
}

type Space = { readonly kind: 'space'; readonly id: string };

function entryOf(
  { nodeId, facts: { person, group, link, from, to, granted_by: _giver, ...facts } }: SpaceEvent,
  action: AuditedVerb,
  space: Space,
): Pick<AuditEntry, 'action' | 'subject' | 'facts'> {
  const holder = holderOf(person, group);
  switch (action) {
    case 'member_added':
    case 'member_changed':
    case 'member_removed':
    case 'member_left':
      return { action, ...subjectOf(holder), facts: { ...facts, ...changeOf(from, to), space } };
    case 'grant_added':
    case 'grant_changed':
    case 'grant_removed':
    case 'grant_left':
    case 'grant_returned':
    case 'address_invited':
    case 'address_changed':
    case 'address_withdrawn':
    case 'address_joined': {
      const node = { kind: 'node', id: nodeId } as const;
      return {
        action,
        subject: node,
        facts: { ...facts, ...changeOf(from, to), space, ...(holder === undefined ? {} : { holder }) },
      };
    }
    case 'link_created':
    case 'link_changed':
    case 'link_revoked':
    case 'link_restored': {
      const node = { kind: 'node', id: nodeId } as const;
      return { action, ...subjectOf(refOf('link', link)), facts: { ...facts, node, space } };
    }
    case 'version_deleted': {
      const { number = null, name = null } = facts;
      return { action, subject: { kind: 'node', id: nodeId }, facts: { number, name, space } };
    }
    case 'space_handed_over': {
      const [former, next] = [refOf('person', from), refOf('person', to)];
      return {
        action,
        subject: space,
        facts: {
          ...(former === undefined ? {} : { from: former }),
          ...(next === undefined ? {} : { to: next }),
        },
      };
    }
    case 'quota_changed': {
      const owner = refOf('person', person);
      const change = { ...facts, ...changeOf(from, to) };
      return owner === undefined
        ? { action, subject: space, facts: change }
        : { action: 'person_quota_changed', subject: owner, facts: change };
    }
    case 'space_created':
    case 'space_changed':
    case 'retention_changed':
    case 'space_archived':
    case 'space_restored':
      return { action, subject: space, facts: { ...facts, ...changeOf(from, to) } };
  }
}

type Fact = SpaceEvent['facts'][string] | undefined;

function refOf<K extends 'person' | 'group' | 'link'>(kind: K, id: Fact) {
  return typeof id === 'string' ? { kind, id } : undefined;
}

function holderOf(person: Fact, group: Fact) {
  return refOf('person', person) ?? refOf('group', group);
}

function subjectOf(subject: AuditEntry['subject']): Pick<AuditEntry, 'subject'> {
  return subject === undefined ? {} : { subject };
}

function changeOf(from: Fact, to: Fact): Readonly<Record<string, string | number | null>> {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
