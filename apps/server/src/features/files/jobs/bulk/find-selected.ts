import { type ErrorCode, type Selection, SERVER_LIMITS } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Db, Tx } from '../../../../platform/db/db.ts';
import { roleIn } from '../../../spaces/index.ts';
import { parseFilter } from '../../find/name-filter.ts';
import { type Asking, findNode, listAccesses } from '../../node-access.ts';
import { may, onlyMadeBy } from '../../policy.ts';
import { countChildren, type Folder } from '../../store/children.ts';
import { isMoreThan, type Selected } from '../../store/selected.ts';

export interface Found {
  readonly selected: Selected;
  /** The number of requested items that do not exist or that the person may not see. */
  readonly missing: number;
}

type Failure =
  | { readonly code: Extract<ErrorCode, 'node_not_found' | 'space_not_found' | 'changed_since'> }
  | { readonly code: 'limit_reached'; readonly facts: { readonly limit: number } };

/** Resolves a selection to the nodes that the person sees. Rights are checked when each item is processed. */
export async function findSelected(
  db: Db | Tx,
  asking: Asking,
  selection: Selection,
): Promise<Result<Found, Failure>> {
  switch (selection.of) {
    case 'items': {
      const ids = [...new Set<string>(selection.ids)];
      const accesses = await listAccesses(db, asking, ids);
      const seen = ids.filter((id) => {
        const access = accesses.get(id);
        return access !== undefined && may({ ...asking, role: access.role }, 'see', access.node);
      });
      const partly = seen.filter((id) => {
        const role = accesses.get(id)?.role;
        return role !== undefined && onlyMadeBy(role, asking.actor) !== undefined;
      });
      const narrowed = partly.length === 0 ? undefined : { ids: partly, madeBy: asking.actor.id };
      return ok({ selected: { of: 'items', ids: seen, narrowed }, missing: ids.length - seen.length });
    }
    case 'folder':
      return await findInFolder(db, asking, selection);
    case 'trash': {
      const { spaceId, except, trashedUntil } = selection;
      const role = await roleIn(db, spaceId, asking.actor.id);
      if (role === undefined) return err({ code: 'space_not_found' });
      const asked = trashedUntil === undefined ? asking.now : new Date(trashedUntil);
      const trash = { spaceId, madeBy: onlyMadeBy(role, asking.actor) };
      const until = asked < asking.now ? asked : asking.now;
      return ok({ selected: { of: 'trash', trash, except, trashedUntil: until }, missing: 0 });
    }
  }
}

async function findInFolder(
  db: Db | Tx,
  asking: Asking,
  selection: Extract<Selection, { readonly of: 'folder' }>,
): Promise<Result<Found, Failure>> {
  const access = await findNode(db, asking, selection.folderId);
  if (access?.node.kind !== 'folder') return err({ code: 'node_not_found' });
  const folder: Folder = {
    spaceId: access.node.space_id,
    folderId: access.node.id,
    madeBy: onlyMadeBy(access.role, asking.actor),
  };
  const { folders, files, revision } = await countChildren(db, folder);
  if (selection.revision !== undefined && revision !== undefined && revision !== selection.revision) {
    return err({ code: 'changed_since' });
  }
  const matching = parseFilter(selection.filter, folders + files)?.match;
  const selected: Selected = {
    of: 'folder',
    folder: { ...folder, matching },
    except: selection.except,
    revision: revision === undefined ? undefined : selection.revision,
  };
  // A filtered list shows no more items than this, so the job would affect items that were not shown.
  const limit = SERVER_LIMITS.searchRankedMax;
  if (matching !== undefined && (await isMoreThan(db, selected, limit))) {
    return err({ code: 'limit_reached', facts: { limit } });
  }
  return ok({ selected, missing: 0 });
}
