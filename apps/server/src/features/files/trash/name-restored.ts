import type { ErrorCode } from '@coffer/contracts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Naming, NodeAccess, PlacedNode } from '../model.ts';
import { isSkipped, judgeTaken } from '../move/judge-taken.ts';
import type { Asking } from '../node-access.ts';
import { listChildrenByKey } from '../store/nodes.ts';
import { listLeftItems, listOwnItems } from '../store/running-jobs.ts';

export interface Going {
  readonly access: NodeAccess;
  /** The folder to restore into, with the person's role on it. */
  readonly parent: PlacedNode;
  /** Whether the item goes to a folder other than its original one, for which nobody was asked about names. */
  readonly isElsewhere?: boolean;
}

export interface NamedItems {
  readonly free: readonly Going[];
  /** Items whose name is taken; they get a numbered name. */
  readonly taken: readonly Going[];
  /** Existing files that are replaced and trashed first. */
  readonly replacedIds: readonly string[];
  readonly refused: ReadonlyMap<string, ErrorCode>;
}

/** Chooses the names of restored items. Selected items with the same name always get numbers. */
export async function nameAll(
  tx: Tx,
  asking: Asking,
  {
    spaceId,
    going,
    naming,
    jobId,
    isHomeward,
  }: {
    readonly spaceId: string;
    readonly going: readonly Going[];
    readonly naming: Naming;
    readonly jobId?: string | undefined;
    /** Whether the items return to their original places. */
    readonly isHomeward: boolean;
  },
): Promise<NamedItems> {
  const slots = going.map(({ access, parent }) => ({ parentId: parent.id, nameKey: access.node.name_key }));
  const children = await listChildrenByKey(tx, spaceId, slots);
  const existing = new Map(children.map((child) => [`${child.parent_id} ${child.name_key}`, child]));
  const childIds = children.map(({ id }) => id);
  const own = jobId === undefined ? new Set() : await listOwnItems(tx, { jobId, nodeIds: childIds });
  const left = isHomeward && jobId !== undefined ? await listLeft(tx, { jobId, going }) : undefined;
  const ids = new Set(going.map(({ access }) => access.node.id));
  const used = new Set<string>();
  const free: Going[] = [];
  const taken: Going[] = [];
  const replacedIds: string[] = [];
  const refused = new Map<string, ErrorCode>();
  for (const each of going) {
    const { access, parent } = each;
    const { node } = access;
    const slot = `${parent.id} ${node.name_key}`;
    const other = existing.get(slot);
    const around = codeAround(each, refused) ?? codeBefore(each, left);
    if (around !== undefined) refused.set(node.id, around);
    else if (used.has(slot) || (other !== undefined && own.has(other.id))) {
      if (isSkipped(naming, node)) refused.set(node.id, 'name_taken');
      else taken.push(each);
    } else if (other === undefined) free.push(each);
    else if (parent.role === undefined || isUnseen(each, naming)) taken.push(each);
    else {
      const judged = judgeTaken({ ...asking, role: parent.role }, { node, existing: other, ids, ...naming });
      if (typeof judged === 'object') refused.set(node.id, judged.code);
      else if (judged === 'numbered') taken.push(each);
      else {
        replacedIds.push(other.id);
        free.push(each);
      }
    }
    if (!refused.has(node.id)) used.add(slot);
  }
  return { free, taken, replacedIds, refused };
}

type Codes = ReadonlyMap<string, ErrorCode>;

/** Folders above the items that earlier steps of the job left in the trash, with the reasons. */
async function listLeft(
  tx: Tx,
  { jobId, going }: { readonly jobId: string; readonly going: readonly Going[] },
): Promise<Codes> {
  const around = going.flatMap(({ access }) =>
    access.ancestors.flatMap(({ id, trashed_at: trashedAt }) => (trashedAt === null ? [] : [id])),
  );
  return await listLeftItems(tx, { jobId, nodeIds: [...new Set(around)] });
}

function codeBefore({ access }: Going, left: Codes | undefined): ErrorCode | undefined {
  const folder = access.ancestors.find(
    ({ id, trashed_at: trashedAt }) => trashedAt !== null && left?.has(id),
  );
  return folder === undefined ? undefined : left?.get(folder.id);
}

/**
 * Whether the rule for all items would replace a file in a folder other than the original one. The person did not see
 * that conflict.
 */
function isUnseen({ access, isElsewhere }: Going, { conflict, decisions }: Naming): boolean {
  if (isElsewhere !== true || decisions?.has(access.node.id) === true) return false;
  return conflict === 'replace' || conflict === 'replace_files';
}

/** The reason why a folder above stays in the trash, which then applies to the item too. */
function codeAround({ access, parent }: Going, staying: Codes): ErrorCode | undefined {
  const path = access.ancestors.map(({ id }) => id);
  const from = path.findIndex((id) => staying.has(id));
  return from >= 0 && path.indexOf(parent.id) >= from ? staying.get(path[from] ?? '') : undefined;
}
