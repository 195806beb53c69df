import { type ActivityItem, GRANT_ROLES, isAtLeast, presentRole } from '@coffer/contracts';
import * as z from 'zod/mini';
import type { NodeEventRow } from '../../spaces/index.ts';
import type { NodeAccess } from '../model.ts';
import { knowsLinks, knowsOthers } from '../policy.ts';
import type { AuthorRow } from '../store/authors.ts';

/**
 * Who sees each event: people who may know who else has access, managers of the item, or people who may see its links.
 */
const KNOWN_BY = {
  grant_added: 'others',
  grant_changed: 'others',
  grant_removed: 'others',
  grant_left: 'others',
  grant_returned: 'others',
  address_joined: 'others',
  address_invited: 'managers',
  address_changed: 'managers',
  address_withdrawn: 'managers',
  link_created: 'links',
  link_changed: 'links',
  link_revoked: 'links',
  link_restored: 'links',
} as const satisfies Partial<Record<NodeEventRow['verb'], string>>;

export type SharingVerb = keyof typeof KNOWN_BY;

export const SHARING_VERBS = Object.keys(KNOWN_BY).filter(isSharingVerb);

export function isSharingVerb(verb: string): verb is SharingVerb {
  return Object.hasOwn(KNOWN_BY, verb);
}

/** Whether the person sees the event. The rules are those of the lists of access and of links. */
export function knowsOf(verb: SharingVerb, access: NodeAccess): boolean {
  const isManager = isAtLeast(presentRole(access.role), 'manager');
  switch (KNOWN_BY[verb]) {
    case 'others':
      return knowsOthers(access);
    case 'managers':
      return isManager;
    case 'links':
      return isManager || knowsLinks(access);
  }
}

const Role = z.optional(z.enum(GRANT_ROLES));
const Facts = z.object({
  person: z.optional(z.uuid()),
  group: z.optional(z.uuid()),
  email: z.optional(z.string()),
  role: Role,
  to: z.optional(z.unknown()),
});
type Facts = z.infer<typeof Facts>;

export interface Holders {
  readonly readerId: string;
  readonly people: ReadonlyMap<string, AuthorRow>;
  readonly groups: ReadonlyMap<string, string>;
}

/** The ids of the people and groups that the events name. */
export function holdersIn(rows: readonly { readonly verb: string; readonly facts: unknown }[]): {
  readonly personIds: readonly string[];
  readonly groupIds: readonly string[];
} {
  const facts = rows.filter(({ verb }) => isSharingVerb(verb)).map((row) => Facts.parse(row.facts));
  return {
    personIds: facts.flatMap(({ person }) => person ?? []),
    groupIds: facts.flatMap(({ group }) => group ?? []),
  };
}

type Action = ActivityItem['action'];
type Holder = Extract<Action, { readonly kind: 'share_ended' }>['holder'];

export function sharingAction(
  row: { readonly verb: SharingVerb; readonly facts: unknown },
  holders: Holders,
): Action {
  const { verb } = row;
  const facts = Facts.parse(row.facts);
  const holder = holderOf(facts, holders);
  const { role = 'viewer' } = facts;
  switch (verb) {
    case 'grant_added':
    case 'address_invited':
      return { kind: 'shared', holder, role };
    case 'grant_changed':
    case 'address_changed':
      return { kind: 'share_changed', holder, role: Role.parse(facts.to) ?? 'viewer' };
    case 'grant_removed':
    case 'address_withdrawn':
      return { kind: 'share_ended', holder };
    case 'grant_left':
      return { kind: 'share_left' };
    case 'grant_returned':
      return { kind: 'share_returned' };
    case 'address_joined':
      return { kind: 'share_joined', role };
    case 'link_created':
    case 'link_changed':
    case 'link_revoked':
    case 'link_restored':
      return { kind: verb };
  }
}

function holderOf({ person, group, email }: Facts, { readerId, people, groups }: Holders): Holder {
  if (email !== undefined) return { kind: 'address', name: email };
  if (group !== undefined) {
    const name = groups.get(group);
    return name === undefined ? { kind: 'gone' } : { kind: 'group', name };
  }
  if (person === readerId) return { kind: 'you' };
  const found = people.get(person ?? '');
  return found === undefined || found.is_removed ? { kind: 'gone' } : { kind: 'person', name: found.name };
}
