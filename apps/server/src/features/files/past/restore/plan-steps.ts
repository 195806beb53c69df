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

/** So many items wait for each other's names, because each of them takes room on the call stack. */
const CHAIN_MAX = 500;

type Here = ChangedNode & { readonly access: NodeAccess };

/**
 * Plans the steps: first removes newer items, which frees names, then moves items to their old places, outer folders
 * first. An item that blocks a name goes first; where it cannot yet, it gets a temporary name.
 */
export function planSteps({ tree, model, spaceId, unique }: Planning): Plan {
  const { depths } = tree;
  const concerned = [...tree.changed.values()].filter((each) => isConcerned(each, { tree, model }));
  const here = concerned.filter((each): each is Here => each.access?.node.space_id === spaceId);
  const depthOf = ({ was }: Here): number => depths.get(was?.parentId ?? '') ?? Number.MAX_SAFE_INTEGER;
  const wanted = here.filter(({ was }) => was !== undefined).toSorted((a, b) => depthOf(a) - depthOf(b));
  const going = wanted.filter(({ id, was }) => !isAt(model, id, was));
  const steps = new Steps(model, {
    waiting: new Map(going.flatMap(({ id, was }) => (was === undefined ? [] : [[id, was]]))),
    leaving: new Set(here.filter(({ was }) => was === undefined).map(({ id }) => id)),
    holders: new Set(going.flatMap(({ id }) => model.foldersAbove(id))),
    isInside: ({ parentId }) => depths.has(parentId),
    unique,
  });
  steps.trashLeaving();
  let left = concerned.length - here.length;
  for (const { id, was } of going) {
    const to = defined(was, 'an item to restore has no former place');
    const isInside = depths.has(to.parentId);
    // The item came from elsewhere and is in the trash together with a newer folder, so it stays there.
    if (!isInside && !model.isLiving(id)) continue;
    if (!isAt(model, id, to) && !steps.goTo(id, to)) {
      if (isInside) left += 1;
      else steps.leaving.add(id);
    }
  }
  steps.holders.clear();
  steps.trashLeaving();
  const files = wanted.filter(
    ({ id, was, access }) =>
      access.node.kind === 'file' && depths.has(was?.parentId ?? '') && isAt(model, id, was),
  );
  for (const { id, version, access } of files) {
    if (version !== undefined && !version.is_current) {
      steps.putVersion(id, { from: access.node.current_version_id, to: version.id });
    }
  }
  return { steps: steps.all, left, lost: files.filter(({ version }) => version === undefined).length };
}

interface Nodes {
  /** With their former places. */
  readonly waiting: ReadonlyMap<string, Place>;
  readonly leaving: Set<string>;
  readonly holders: Set<string>;
  readonly isInside: (place: Place) => boolean;
  /** A number that makes temporary names unique. */
  readonly unique: number;
}

/** Collects the steps, and applies each of them to the model. */
class Steps {
  readonly all: Step[] = [];
  readonly leaving: Set<string>;
  /** Folders with items that are still to be moved, and that stay until then. */
  readonly holders: Set<string>;
  readonly #model: TreeModel;
  readonly #nodes: Nodes;
  /** Items that are about to be moved, because they block each other. */
  readonly #moving = new Set<string>();
  #spares = 0;

  constructor(model: TreeModel, nodes: Nodes) {
    this.#model = model;
    this.#nodes = nodes;
    this.leaving = nodes.leaving;
    this.holders = nodes.holders;
  }

  /** Moves the item to the place. Returns false if that folder is missing, or another item keeps the name. */
  goTo(id: string, to: Place): boolean {
    const model = this.#model;
    if (!model.has(to.parentId) || !model.isLiving(to.parentId) || model.isWithin(to.parentId, id))
      return false;
    const occupant = model.occupant(to);
    if (occupant !== undefined && occupant !== id) {
      this.#moving.add(id);
      const isFree = this.#makeWay(occupant, to);
      this.#moving.delete(id);
      if (!isFree) return false;
    }
    this.#place(id, to);
    return true;
  }

  /** Returns false if the item keeps its place. */
  #makeWay(occupant: string, { parentId, name }: Place): boolean {
    const goal = this.#nodes.waiting.get(occupant);
    if (goal === undefined && !this.leaving.has(occupant)) return false;
    const mayGo = !this.#moving.has(occupant) && this.#moving.size < CHAIN_MAX;
    if (goal !== undefined && mayGo) {
      if (this.goTo(occupant, goal)) return true;
      // Its former folder outside is gone, or has another item of that name.
      if (!this.#nodes.isInside(goal) && !this.holders.has(occupant)) {
        this.leaving.add(occupant);
        this.trashLeaving();
        if (!this.#model.isLiving(occupant)) return true;
      }
    }
    this.#place(occupant, { parentId, name: numberedName(name, this.#nodes.unique + this.#spares) });
    this.#spares += 1;
    return true;
  }

  /** Trashes items that must leave. Descendants of such a folder are trashed with it. */
  trashLeaving(): void {
    const model = this.#model;
    for (const id of this.leaving) {
      const goesWithOther = model.foldersAbove(id).some((above) => this.leaving.has(above));
      if (!model.isLiving(id) || goesWithOther || this.holders.has(id)) continue;
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
