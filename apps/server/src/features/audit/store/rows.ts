import { type AuditExportQuery, AUDIT_ACTIONS_OF, type AuditRow } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export type Filters = Omit<AuditExportQuery, 'format'>;

interface Row {
  readonly sequence: number;
  readonly at: Date;
  readonly actor_kind: AuditRow['actor']['kind'];
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly address: string | null;
  readonly action: AuditRow['action'];
  readonly subject_kind: NonNullable<AuditRow['subject']>['kind'] | null;
  readonly subject_id: string | null;
  readonly subject_name: string | null;
  readonly outcome: AuditRow['outcome'];
  readonly facts: AuditRow['facts'];
  readonly previous: string;
  readonly hash: string;
}

const COLUMNS = sql`sequence, at, actor_kind, actor_id, actor_name, address, action, subject_kind, subject_id,
  subject_name, outcome, facts, previous, hash`;

export async function listNewest(
  db: Db,
  page: { readonly filters: Filters; readonly before: number | undefined; readonly limit: number },
): Promise<readonly AuditRow[]> {
  const before = page.before === undefined ? sql`true` : sql`sequence < ${page.before}`;
  const { rows } = await sql<Row>`select ${COLUMNS} from audit where ${before} and ${matching(page.filters)}
    order by sequence desc limit ${page.limit}`.execute(db);
  return rows.map(present);
}

export async function countRows(db: Db, filters: Filters, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from
    (select 1 from audit where ${matching(filters)} limit ${max}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists rows in the order of the chain, up to and including `upTo`. */
export async function listOldest(
  db: Db,
  page: {
    readonly filters?: Filters;
    readonly after: number;
    readonly upTo?: number;
    readonly limit: number;
  },
): Promise<readonly AuditRow[]> {
  const filter = page.filters === undefined ? sql`true` : matching(page.filters);
  const end = page.upTo === undefined ? sql`true` : sql`sequence <= ${page.upTo}`;
  const { rows } = await sql<Row>`select ${COLUMNS} from audit
    where sequence > ${page.after} and ${end} and ${filter} order by sequence limit ${page.limit}`.execute(
    db,
  );
  return rows.map(present);
}

export async function findFirstAt(db: Db): Promise<Date | undefined> {
  const first = await db.selectFrom('audit').select('at').orderBy('sequence').limit(1).executeTakeFirst();
  return first?.at;
}

function matching({ person, actions, outcome, from, until, text }: Filters): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(person === undefined ? [] : [sql`(actor_id = ${person} or subject_id = ${person})`]),
    ...(actions === undefined ? [] : [sql`action = any(${AUDIT_ACTIONS_OF[actions]})`]),
    ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(until === undefined ? [] : [sql`at < ${until}`]),
    ...(text === '' ? [] : [sql`strpos(${SEARCHED}, ${text.toLowerCase()}) > 0`]),
  ];
  return sql.join(conditions, sql` and `);
}

const SEARCHED = sql`lower(concat_ws(' ', actor_name, subject_name, address, facts::text))`;

function present(row: Row): AuditRow {
  return {
    sequence: row.sequence,
    at: row.at.toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    address: row.address,
    action: row.action,
    subject:
      row.subject_kind === null || row.subject_name === null
        ? null
        : { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    outcome: row.outcome,
    facts: row.facts,
    previous: row.previous,
    hash: row.hash,
  };
}
