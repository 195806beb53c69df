import type { LocatedNode } from '@coffer/contracts';
import type { Services } from '../../../services.ts';
import { presentLocated } from './present-located.ts';

/** Items in trashed folders are left out, so a page could be empty. Up to this many pages are read for one. */
const READS_MAX = 5;

interface Reading<P> {
  readonly after: P | undefined;
  readonly limit: number;
  readonly read: (page: { readonly after: P | undefined; readonly limit: number }) => Promise<readonly P[]>;
}

interface LocatedPage<P> {
  readonly items: readonly (readonly [LocatedNode, P])[];
  /** The position of the last item, from which the next page is read. Undefined on the last page. */
  readonly last: P | undefined;
}

/** Reads further pages while the person may see too few of the items found. */
export async function readLocated<P extends { readonly id: string }>(
  services: Pick<Services, 'db' | 'clock'>,
  actor: { readonly id: string },
  { limit, read, ...from }: Reading<P>,
): Promise<LocatedPage<P>> {
  const items: (readonly [LocatedNode, P])[] = [];
  let after = from.after;
  for (let reads = 1; ; reads += 1) {
    const wanted = limit - items.length;
    const rows = await read({ after, limit: wanted + 1 });
    const shown = new Map(rows.slice(0, wanted).map((row) => [row.id, row]));
    const found = { ids: [...shown.keys()], showsTrash: false, showsTags: true };
    for (const placed of await presentLocated(services, actor, found)) {
      const row = shown.get(placed.node.id);
      if (row !== undefined) items.push([placed, row]);
    }
    after = [...shown.values()].at(-1);
    if (after === undefined || rows.length <= wanted) return { items, last: undefined };
    if (items.length >= limit || reads >= READS_MAX) return { items, last: after };
  }
}
