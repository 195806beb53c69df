// Tampers with a trail at random places in every possible way, which must always be found. An untouched trail must
// never be reported.
import { defined, splitLines } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuditRow } from '@coffer/contracts';
import { verifyExport } from '../../commands/audit/verify-export.ts';
import { canonicalJson, faultOf, hashOf, START } from './chain.ts';

const ROWS = 60;
const PLANTED = sized({ gate: 200, campaign: 1_000 });
const UNTOUCHED = sized({ gate: 3_000, campaign: 100_000 });

function* chainOf(count: number): Generator<AuditRow> {
  let previous = START.hash;
  for (let sequence = 1; sequence <= count; sequence += 1) {
    const row = {
      sequence,
      at: new Date(1_800_000_000_000 + sequence * 977).toISOString(),
      actor: {
        kind: 'person',
        id: '019ab000-0000-7000-8000-000000000000',
        name: `Name ${sequence % 7} é\u2028😀`,
      },
      address: sequence % 3 === 0 ? null : '192.0.2.7',
      action: 'member_added',
      subject: { kind: 'group', id: null, name: '"=\\\u0001' },
      outcome: 'done',
      facts: { count: sequence, names: ['a', 'b'], role: null, isNew: true },
      previous,
    } as const satisfies Omit<AuditRow, 'hash'>;
    previous = hashOf(row);
    yield { ...row, facts: { ...row.facts, names: [...row.facts.names] }, hash: previous };
  }
}

/** The lines of an export, read as `coffer audit verify` does, in chunks of any length. */
function linesOf(rows: Iterable<AuditRow>): AsyncGenerator<string> {
  return splitLines(fileOf(rows));
}

async function* fileOf(rows: Iterable<AuditRow>): AsyncGenerator<string> {
  let last: AuditRow | undefined;
  let count = 0;
  for (const row of rows) {
    count += 1;
    last = row;
    const line = `${canonicalJson(row)}\n`;
    yield line.slice(0, 100);
    yield line.slice(100);
  }
  const end = { rows: count, sequence: last?.sequence ?? 0, hash: last?.hash ?? START.hash };
  yield `${canonicalJson({ end })}\n`;
}

/** Verifies the rows as the server does. A head is what the bucket knows about the whole trail. */
function isFound(rows: readonly AuditRow[], head: AuditRow): boolean {
  let last: { readonly sequence: number; readonly hash: string } = START;
  for (const row of rows) {
    if (faultOf(last, row) !== undefined) return true;
    last = row;
  }
  return last.sequence < head.sequence || last.hash !== head.hash;
}

const TAMPERS = ['changed', 'resealed', 'dropped', 'reordered', 'inserted', 'repeated', 'truncated'] as const;

function tampered(
  rows: readonly AuditRow[],
  kind: (typeof TAMPERS)[number],
  index: number,
): readonly AuditRow[] {
  const row = defined(rows[index], 'the index has no row');
  const replaced = (other: AuditRow) => rows.with(index, other);
  switch (kind) {
    case 'changed':
      return replaced({ ...row, actor: { ...row.actor, name: `${row.actor.name}.` } });
    case 'resealed': {
      const changed = { ...row, outcome: 'refused' as const };
      return replaced({ ...changed, hash: hashOf(changed) });
    }
    case 'dropped':
      return rows.toSpliced(index, 1);
    case 'reordered':
      return rows.toSpliced(index, 2, ...rows.slice(index, index + 2).toReversed());
    case 'inserted': {
      const made = { ...row, sequence: row.sequence + 1, previous: row.hash, address: '203.0.113.9' };
      return rows.toSpliced(index + 1, 0, { ...made, hash: hashOf(made) });
    }
    case 'repeated':
      return rows.toSpliced(index, 0, row);
    case 'truncated':
      return rows.slice(0, index);
  }
}

test(`${PLANTED} injected changes of every kind are found, by the server and in a file`, async () => {
  const rows = [...chainOf(ROWS)];
  const head = defined(rows.at(-1), 'the trail is empty');
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...TAMPERS), fc.nat(ROWS - 1), async (kind, place) => {
      // After the last row an insertion is a plain append, which anyone with write access may do.
      const isBetween = kind === 'reordered' || kind === 'inserted';
      const index = isBetween ? Math.min(place, ROWS - 2) : place;
      const spoilt = tampered(rows, kind, index);
      kinds.add(kind);
      expect(isFound(spoilt, head), `${kind} at ${index}`).toBe(true);
      const verdict = await verifyExport(linesOf(spoilt), head);
      expect(verdict.kind, `${kind} at ${index} in a file`).not.toBe('whole');
    }),
    { numRuns: PLANTED },
  );
  expect(kinds.size).toBe(TAMPERS.length);
});

test(`${UNTOUCHED} untouched rows raise no alarm`, async () => {
  const rows = [...chainOf(UNTOUCHED)];
  const head = defined(rows.at(-1), 'the trail is empty');
  expect(isFound(rows, head)).toBe(false);
  expect(await verifyExport(linesOf(rows), head)).toEqual({
    kind: 'whole',
    rows: UNTOUCHED,
    sequence: UNTOUCHED,
    hash: head.hash,
  });
});
