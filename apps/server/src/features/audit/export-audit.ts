import type { AuditExportQuery, AuditRow, Person } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { canonicalJson, START } from './chain.ts';
import { csvLine, CSV_HEADER } from './csv.ts';
import { ONLY_AUDITORS } from './model.ts';
import { mayReadAudit } from './policy.ts';
import { recordAuditNow } from './record-audit.ts';
import { findHead } from './store/chain.ts';
import { type Filters, listOldest } from './store/rows.ts';

const BATCH = 1_000;

/**
 * Exports the audit trail, oldest first, read in batches as the receiver takes them; its last row is the export itself.
 * The last line of JSON Lines marks the end, so that a truncated download is noticed.
 */
export async function exportAudit(
  services: Pick<Services, 'clock' | 'db'>,
  actor: Person,
  { format, ...filters }: AuditExportQuery,
): Promise<Result<ReadableStream<Uint8Array>, Failure>> {
  if (!mayReadAudit(actor)) return err(ONLY_AUDITORS);
  const { clock, db } = services;
  await recordAuditNow(db, { action: 'audit_exported', at: clock.now(), facts: { format } });
  const { sequence: upTo } = (await findHead(db)) ?? START;
  const lines = format === 'csv' ? csvLines : jsonLines;
  return ok(streamOf(lines(services, { filters, upTo })));
}

interface Range {
  readonly filters: Filters;
  readonly upTo: number;
}

async function* jsonLines(services: Pick<Services, 'db'>, range: Range): AsyncGenerator<string> {
  let rows = 0;
  let last: AuditRow | undefined;
  for await (const batch of batchesOf(services, range)) {
    rows += batch.length;
    last = batch.at(-1) ?? last;
    yield batch.map((row) => `${canonicalJson(row)}\n`).join('');
  }
  yield `${canonicalJson({ end: { rows, sequence: last?.sequence ?? 0, hash: last?.hash ?? START.hash } })}\n`;
}

async function* csvLines(services: Pick<Services, 'db'>, range: Range): AsyncGenerator<string> {
  yield CSV_HEADER;
  for await (const batch of batchesOf(services, range)) yield batch.map(csvLine).join('');
}

async function* batchesOf(
  { db }: Pick<Services, 'db'>,
  { filters, upTo }: Range,
): AsyncGenerator<readonly AuditRow[]> {
  let after = 0;
  for (;;) {
    const batch = await listOldest(db, { filters, after, upTo, limit: BATCH });
    yield batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1)?.sequence ?? upTo;
  }
}

function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        let next = await lines.next();
        while (next.done !== true && next.value === '') next = await lines.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      async cancel() {
        await lines.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
