import { numberedName } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { Did } from '../../jobs/model.ts';
import type { NodeAccess } from '../../model.ts';
import type { ChangedNode } from '../read-past.ts';
import type { PastTree } from './past-tree.ts';
import type { Place, TreeModel } from './tree-model.ts';

/** One step of the job. It builds on the steps before it. */
export interface Step {
  readonly did: Extract<Did, 'trashed' | 'moved' | 'renamed' | 'restored' | 'version_restored'>;
  readonly nodeId: string;
  readonly from: Place;
  readonly to?: Place;
  readonly fromVersionId?: string | null;
  readonly toVersionId?: string;
}

export interface Plan {
  readonly steps: readonly Step[];
  /** The number of items that cannot be restored: they are in another space or invisible, or their name is taken. */
  readonly left: number;
  /** The number of files whose old content is no longer kept. */
  readonly lost: number;
}

interface Planning {
  readonly tree: PastTree;
  /** All affected nodes with their parent folders, and the current holders of the old names. */
  readonly model: TreeModel;
  readonly spaceId: string;
  /** A number that makes temporary names unique. */
  readonly unique: number;
}

type Here = ChangedNode & { readonly access: NodeAccess };

/**
 * Plans the steps: first removes newer items, which frees names, then moves items to their old places, outer folders
 * first. An item that blocks a name and is moved later gets a temporary name.
 */
export function planSteps({ tree, model, spaceId, unique }: Planning): Plan {
  const { depths } = tree;
  const concerned = [...tree.changed.values()].filter((each) => isConcerned(each, { tree, model }));
  const here = concerned.filter((each): each is Here => each.access?.node.space_id === spaceId);
  const depthOf = ({ was }: Here): number => depths.get(was?.parentId ?? '') ?? Number.MAX_SAFE_INTEGER;
  const wanted = here.filter(({ was }) => was !== undefined).toSorted((a, b) => depthOf(a) - depthOf(b));
  const going = wanted.filter(({ id, was }) => !isAt(model, id, was));
  const steps = new Steps(model, {
    waiting: new Set(going.map(({ id }) => id)),
    leaving: new Set(here.filter(({ was }) => was === undefined).map(({ id }) => id)),
  });
  const holders = new Set(going.flatMap(({ id }) => model.foldersAbove(id)));
  steps.trashLeaving((id) => holders.has(id));
  let left = concerned.length - here.length;
  for (const [index, { id, was }] of going.entries()) {
    const to = defined(was, 'an item to restore has no former place');
    const isInside = depths.has(to.parentId);
    // The item came from elsewhere and is in the trash together with a newer folder, so it stays there.
    if (!isInside && !model.isLiving(id)) continue;
    if (!steps.goTo(id, { to, spare: numberedName(to.name, unique + index) })) {
      if (isInside) left += 1;
      else steps.leaving.add(id);
    }
  }
  steps.trashLeaving(() => false);
  const files = wanted.filter(
    ({ id, was, access }) =>
      access.node.kind === 'file' && depths.has(was?.parentId ?? '') && model.isLiving(id),
  );
  for (const { id, version, access } of files) {
    if (version !== undefined && !version.is_current) {
      steps.putVersion(id, { from: access.node.current_version_id, to: version.id });
    }
  }
  return { steps: steps.all, left, lost: files.filter(({ version }) => version === undefined).length };
}

/** Collects the steps, and applies each of them to the model. */
class Steps {
  readonly all: Step[] = [];
  readonly leaving: Set<string>;
  readonly #model: TreeModel;
  readonly #waiting: ReadonlySet<string>;

  constructor(
    model: TreeModel,
    nodes: { readonly waiting: ReadonlySet<string>; readonly leaving: Set<string> },
  ) {
    this.#model = model;
    this.#waiting = nodes.waiting;
    this.leaving = nodes.leaving;
  }

  /** Moves the item to the place. Returns false if that folder is missing, or another item keeps the name. */
  goTo(id: string, { to, spare }: { readonly to: Place; readonly spare: string }): boolean {
    const model = this.#model;
    if (!model.has(to.parentId) || !model.isLiving(to.parentId) || model.isWithin(to.parentId, id))
      return false;
    const occupant = model.occupant(to);
    if (occupant !== undefined && occupant !== id) {
      if (!this.#waiting.has(occupant) && !this.leaving.has(occupant)) return false;
      this.#place(occupant, { parentId: to.parentId, name: spare });
    }
    this.#place(id, to);
    return true;
  }

  /** Trashes items that must leave. Descendants of such a folder are trashed with it. */
  trashLeaving(isHeld: (id: string) => boolean): void {
    const model = this.#model;
    for (const id of this.leaving) {
      const goesWithOther = model.foldersAbove(id).some((above) => this.leaving.has(above));
      if (!model.isLiving(id) || goesWithOther || isHeld(id)) continue;
      this.all.push({ did: 'trashed', nodeId: id, from: this.#placeOf(id) });
      model.trash(id);
    }
  }

  putVersion(id: string, { from, to }: { readonly from: string | null; readonly to: string }): void {
    const at = this.#placeOf(id);
    const places = { from: at, to: at };
    this.all.push({ did: 'version_restored', nodeId: id, ...places, fromVersionId: from, toVersionId: to });
  }

  #place(id: string, to: Place): void {
    const from = this.#placeOf(id);
    const did = from.parentId === to.parentId ? 'renamed' : 'moved';
    this.all.push({ did: this.#model.isLiving(id) ? did : 'restored', nodeId: id, from, to });
    this.#model.place(id, to);
  }

  #placeOf(id: string): Place {
    const { parentId, name } = defined(this.#model.placeOf(id), 'an affected item is missing from the model');
    return { parentId, name };
  }
}

/** Whether the node was in one of the folders, or is in one now, including folders in the trash. */
function isConcerned(
  { id, was, access }: ChangedNode,
  { tree, model }: Pick<Planning, 'tree' | 'model'>,
): boolean {
  if (was !== undefined && tree.depths.has(was.parentId)) return true;
  if (access === undefined || access.node.trashed_at !== null) return false;
  return model.foldersAbove(id).some((above) => tree.depths.has(above));
}

function isAt(model: TreeModel, id: string, was: Place | undefined): boolean {
  const place = model.placeOf(id);
  return model.isLiving(id) && place?.parentId === was?.parentId && place?.name === was?.name;
}
