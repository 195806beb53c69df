import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { findNode } from '../files/index.ts';
import { close } from './close-request.ts';
import { findAskersAccess } from './list-requests.ts';
import { hasRole } from './has-role.ts';
import { isOpen } from './model.ts';
import { deleteOldRequests, listAllOpen, type SweptRow } from './store/requests.ts';

const PAGE = 200;

type Needs = Pick<Services, 'clock' | 'db'>;

/**
 * Background job: ends requests that need no answer any more, because the person got the role, no longer sees the item,
 * or time is over. Returns their number.
 */
export async function endAccessRequests(services: Needs): Promise<number> {
  const { clock, db } = services;
  const now = clock.now();
  let ended = 0;
  let after: string | undefined;
  do {
    const rows = await listAllOpen(db, { after, limit: PAGE });
    const over = await findOver(services, rows, now);
    for (const row of over) {
      await inTransaction(db, async (tx) => await close(tx, row, { state: 'ended', now }));
    }
    ended += over.length;
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
  } while (after !== undefined);
  while (!(await deleteOldRequests(db, now)));
  return ended;
}

async function findOver({ db }: Needs, rows: readonly SweptRow[], now: Date): Promise<readonly SweptRow[]> {
  const held = await findAskersAccess(db, rows, now);
  const over: SweptRow[] = [];
  for (const row of rows) {
    const access = held.get(row.id);
    if (!isOpen(row, now) || !row.is_active) over.push(row);
    else if (access !== undefined) over.push(...(hasRole(access.role, row.role) ? [row] : []));
    // Items in the trash or in an archived space may be restored, so their requests stay open.
    else if ((await findNode(db, { actor: { id: row.space_owner_id }, now }, row.node_id)) !== undefined)
      over.push(row);
  }
  return over;
}
