import type { AuditFact, AuditRef, AuditRow, RetentionKey } from '@coffer/contracts';
import type { Formats } from '../../lib/language/format.ts';
import type { AuditText } from './texts.ts';

/** Marks the start of a name in a sentence, because the order of words depends on the language. */
const BEGIN = '\uE000';
const END = '\uE001';
const MARKS = /[\uE000\uE001]/g;

export interface Part {
  readonly text: string;
  readonly isName: boolean;
}

/** One sentence about an event, in parts. */
export function sentenceOf(text: AuditText, row: AuditRow, formats: Formats): readonly Part[] {
  const { actor, subject, facts } = row;
  const ref = (found: AuditRef | null): string => {
    if (found?.kind === 'node' && found.name === '') return text('audit.unnamedFile');
    if (found === null || found.name === '') return text('audit.unnamed');
    return found.kind === 'personal_space'
      ? text('audit.personalSpace', { name: named(found.name) })
      : named(found.name);
  };
  const values = {
    ...Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => [
        name,
        formatFact({ text, formats, row, ref }, name, fact),
      ]),
    ),
    actor: actorName(text, actor, facts['token']),
    subject: ref(subject),
    count: typeof facts['count'] === 'number' ? facts['count'] : 0,
  };
  const isRequest = subject?.kind === 'request';
  const sentence =
    row.action === 'link_created' && isRequest
      ? text('audit.did.link_created.request', values)
      : text(`audit.did.${row.action}`, values);
  return partsOf(sentence);
}

function named(name: string): string {
  return `${BEGIN}${name.replaceAll(MARKS, '')}${END}`;
}

/** Names of permanently deleted items, the limit and groups of an invitation, or the reason of a hold. */
export function detailOf({ facts }: AuditRow, formats: Pick<Formats, 'size'>): string | undefined {
  const { names, groups, quota, reason } = facts;
  const parts = [
    ...(typeof quota === 'number' ? [formats.size(quota)] : []),
    ...(typeof reason === 'string' ? [reason] : []),
    ...[names, groups].flatMap((list) => (Array.isArray(list) ? list : [])),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

function actorName(text: AuditText, { kind, name }: AuditRow['actor'], token: AuditFact | undefined): string {
  switch (kind) {
    case 'person': {
      const actor = name === '' ? text('audit.unnamed') : named(name);
      return typeof token === 'string' ? text('audit.actor.token', { actor, token: named(token) }) : actor;
    }
    case 'guest':
      return name === '' ? text('audit.guest') : text('audit.guest.named', { name: named(name) });
    case 'command':
    case 'server':
    case 'unknown':
      return named(text(`audit.actor.${kind}`));
  }
}

interface Wording {
  readonly text: AuditText;
  readonly formats: Formats;
  readonly row: AuditRow;
  readonly ref: (found: AuditRef | null) => string;
}

const ROLES = [
  'viewer',
  'contributor',
  'editor',
  'manager',
  'owner',
  'member',
  'auditor',
  'administrator',
] as const;

const RETENTION = ['trashDays', 'versionsKept', 'versionDays'] as const satisfies readonly RetentionKey[];

function formatFact({ text, formats, row, ref }: Wording, name: string, fact: AuditFact): string {
  if (typeof fact === 'object' && fact !== null) return Array.isArray(fact) ? fact.join(', ') : ref(fact);
  if (typeof fact === 'number') {
    const isSize = row.action === 'quota_changed' || row.action === 'person_quota_changed';
    return isSize ? formats.size(fact) : formats.number(fact);
  }
  const retention = RETENTION.find((each) => each === fact);
  if (row.action === 'retention_changed' && retention !== undefined)
    return text(`audit.retention.${retention}`);
  const role = ROLES.find((each) => each === fact);
  if (role !== undefined && name !== 'key') return text(`audit.role.${role}`);
  // A setting without a value, such as no logo.
  if (fact === '') return '–';
  return fact === null ? '' : named(String(fact));
}

function partsOf(sentence: string): readonly Part[] {
  return sentence.split(BEGIN).flatMap((piece, index) => {
    if (index === 0) return [{ text: piece, isName: false }];
    const [name = '', rest = ''] = piece.split(END);
    return [
      { text: name, isName: true },
      { text: rest, isName: false },
    ];
  });
}
