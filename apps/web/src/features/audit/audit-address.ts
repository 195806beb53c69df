import { AUDIT_GROUPS, type AuditGroup, isUserId, type UserId } from '@coffer/contracts';
import type { AuditListQuery } from '../../api/administration/audit.ts';

const PAGE_SIZE = 100;
const OUTCOMES = ['done', 'refused'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** `/admin/audit?text=&actions=&outcome=&person=&from=&until=&before=`. Days are UTC, both inclusive. */
export interface AuditAddress {
  readonly text: string;
  readonly actions: AuditGroup | undefined;
  readonly outcome: (typeof OUTCOMES)[number] | undefined;
  readonly person: UserId | undefined;
  readonly from: string | undefined;
  readonly until: string | undefined;
  /** The page shows rows with a lower sequence than this. */
  readonly before: number | undefined;
}

export const EVERYTHING: AuditAddress = {
  text: '',
  actions: undefined,
  outcome: undefined,
  person: undefined,
  from: undefined,
  until: undefined,
  before: undefined,
};

export function parseAddress(search: string): AuditAddress {
  const params = new URLSearchParams(search);
  const person = params.get('person');
  const before = Number(params.get('before') ?? Number.NaN);
  return {
    text: params.get('text') ?? '',
    actions: AUDIT_GROUPS.find((group) => group === params.get('actions')),
    outcome: OUTCOMES.find((outcome) => outcome === params.get('outcome')),
    person: isUserId(person) ? person : undefined,
    from: dayOf(params.get('from')),
    until: dayOf(params.get('until')),
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
  };
}

export function addressOf(address: AuditAddress): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) {
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  const query = params.toString();
  return query === '' ? '/admin/audit' : `/admin/audit?${query}`;
}

export function isNarrowed(address: AuditAddress): boolean {
  return addressOf({ ...address, text: address.text.trim(), before: undefined }) !== addressOf(EVERYTHING);
}

export function filtersOf({ text, actions, outcome, person, from, until }: AuditAddress) {
  return {
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(actions === undefined ? {} : { actions }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(person === undefined ? {} : { person }),
    ...(from === undefined ? {} : { from: `${from}T00:00:00.000Z` }),
    ...(until === undefined ? {} : { until: new Date(Date.parse(until) + 86_400_000).toISOString() }),
  };
}

export function queryOf(address: AuditAddress): AuditListQuery {
  return {
    ...filtersOf(address),
    limit: String(PAGE_SIZE),
    ...(address.before === undefined ? {} : { before: String(address.before) }),
  };
}

function dayOf(text: string | null): string | undefined {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
