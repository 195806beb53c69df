import type { ExportPage, ExportQuery, Person, SpaceId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { parsePlace, writePlace } from './export-cursor.ts';
import { refusalOf } from './refuse-export.ts';
import { EXPORT_PARTS, listRecords, type PlacedRecord } from './store/records.ts';

/** Lists one page of an export. Pages are read by keys, so the last one costs as much as the first. */
export async function listExport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { spaceId, query }: { readonly spaceId: SpaceId; readonly query: ExportQuery },
): Outcome<ExportPage, Failure> {
  const refusal = await refusalOf(db, actor, spaceId);
  if (refusal !== undefined) return err(refusal);
  const place = parsePlace(query.after);
  if (place === undefined)
    return err({ code: 'invalid_request', issues: [{ path: 'after', code: 'wrong_format' }] });
  const asked = { ...query, spaceId, userId: actor.id, now: clock.now() };
  const found: PlacedRecord['record'][] = [];
  let { after } = place;
  for (const part of EXPORT_PARTS.slice(EXPORT_PARTS.indexOf(place.part))) {
    const room = query.limit - found.length;
    if (room <= 0) return ok({ records: found, next: writePlace({ part, after }) });
    const rows = await listRecords(db, part, { ...asked, after, limit: room + 1 });
    const shown = rows.slice(0, room);
    found.push(...shown.map(({ record }) => record));
    const last = shown.at(-1);
    if (rows.length > room && last !== undefined)
      return ok({ records: found, next: writePlace({ part, after: last.at }) });
    after = ['', ''];
  }
  return ok({ records: found, next: null });
}
