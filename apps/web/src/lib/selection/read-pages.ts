import { indexesOf, type RangeSet } from '../ranges/range-set.ts';

interface Page<Row> {
  readonly items: readonly Row[];
  readonly total: number;
  readonly folderRevision?: number | null;
}

interface PagedList<Row> {
  readonly pageSize: number;
  readonly readPage: (page: number) => Promise<Page<Row>>;
}

export interface ReadRows<Row> {
  /** One row for each index of the selection, in the same order; undefined beyond the end of the list. */
  readonly rows: readonly (Row | undefined)[];
  /** `total` and `revision` are undefined if they changed while the pages were read. */
  readonly total: number | undefined;
  readonly revision: number | undefined;
}

/** Reads the rows of a selection, each page once. */
export async function readPages<Row>(
  selection: RangeSet,
  { pageSize, readPage }: PagedList<Row>,
): Promise<ReadRows<Row>> {
  const rows: (Row | undefined)[] = [];
  const states = new Set<string>();
  let held: { readonly number: number; readonly page: Page<Row> } | undefined;
  for (const index of indexesOf(selection)) {
    const number = Math.floor(index / pageSize);
    if (held?.number !== number) {
      held = { number, page: await readPage(number) };
      states.add(`${held.page.total} ${held.page.folderRevision ?? ''}`);
    }
    rows.push(held.page.items[index % pageSize]);
  }
  const last = states.size === 1 ? held?.page : undefined;
  return { rows, total: last?.total, revision: last?.folderRevision ?? undefined };
}
