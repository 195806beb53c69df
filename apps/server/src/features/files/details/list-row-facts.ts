import { NodeId, type Person, type RowFacts } from '@coffer/contracts';
import type { Services } from '../../../services.ts';
import { findNodes } from '../node-access.ts';
import { knowsLinks, knowsOthers, onlyMadeBy } from '../policy.ts';
import { findAuthors } from '../store/authors.ts';
import { listRowFactRows, type RowFactsRow } from '../store/row-facts.ts';
import { guestIn, orGuest, presentAuthor } from './present-author.ts';

type Holders = Pick<RowFactsRow, 'grants' | 'holder_pictures' | 'holders'>;

function presentHolders({ holders, holder_pictures: pictures, grants }: Holders): RowFacts['sharedWith'] {
  const hasPictures = pictures.some((id) => id !== null);
  return { names: holders, ...(hasPictures ? { pictures } : {}), count: grants };
}

/** Facts about all visible rows, read by one statement after the list, so that the list does not wait for them. */
export async function listRowFacts(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  ids: readonly NodeId[],
): Promise<{ items: RowFacts[] }> {
  const now = clock.now();
  const accesses = await findNodes(db, { actor, now }, ids);
  const rows = await listRowFactRows(db, { ids: [...accesses.keys()], now });
  const authors = await findAuthors(
    db,
    [...rows.values()].map((row) => row.changed_by),
  );
  const items = [...accesses].flatMap(([id, access]): readonly RowFacts[] => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const knows = knowsOthers(access);
    const seesAll = onlyMadeBy(access.role, actor) === undefined;
    const { width, height } = row;
    return [
      {
        id: NodeId.parse(id),
        items: access.node.kind === 'folder' && seesAll ? row.items : null,
        sizeBytes: seesAll ? row.size_bytes : null,
        picture: width === null || height === null ? null : { width, height },
        changedBy: orGuest(
          presentAuthor({ id: actor.id, role: access.role }, row.changed_by, authors),
          guestIn(row.guest_name, row.link_label),
        ),
        sharedWith: knows ? presentHolders(row) : { names: [], count: 0 },
        links: knowsLinks(access) ? row.links : 0,
      },
    ];
  });
  return { items };
}
