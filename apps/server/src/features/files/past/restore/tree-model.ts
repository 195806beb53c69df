import { nameKey } from '@coffer/contracts';

export interface Place {
  readonly parentId: string;
  readonly name: string;
}

interface NodeState extends Place {
  readonly isTrashed: boolean;
}

/** The tree during planning. Each planned step is applied here. */
export class TreeModel {
  readonly #nodes = new Map<string, NodeState>();
  readonly #slots = new Map<string, string>();

  add(id: string, state: NodeState): void {
    if (this.#nodes.has(id)) return;
    this.#nodes.set(id, state);
    if (!state.isTrashed) this.#slots.set(slotOf(state), id);
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  placeOf(id: string): Place | undefined {
    return this.#nodes.get(id);
  }

  /** The node at this place that is not trashed itself. Its folder may be in the trash. */
  occupant(place: Place): string | undefined {
    return this.#slots.get(slotOf(place));
  }

  /** Whether neither the node nor a folder above it is in the trash. Folders outside the model count as not trashed. */
  isLiving(id: string): boolean {
    return this.#above(id).every((each) => this.#nodes.get(each)?.isTrashed !== true);
  }

  isWithin(id: string, folderId: string): boolean {
    return this.#above(id).includes(folderId);
  }

  /** The folders above, from the parent up. */
  foldersAbove(id: string): readonly string[] {
    return this.#above(id).slice(1);
  }

  place(id: string, place: Place): void {
    this.#leave(id);
    this.#nodes.set(id, { ...place, isTrashed: false });
    this.#slots.set(slotOf(place), id);
  }

  trash(id: string): void {
    const state = this.#nodes.get(id);
    if (state === undefined) return;
    this.#leave(id);
    this.#nodes.set(id, { ...state, isTrashed: true });
  }

  #leave(id: string): void {
    const before = this.#nodes.get(id);
    if (before !== undefined && this.occupant(before) === id) this.#slots.delete(slotOf(before));
  }

  /** The node itself, followed by the folders above it. */
  #above(id: string): readonly string[] {
    const found: string[] = [];
    for (let at: string | undefined = id; at !== undefined && !found.includes(at); ) {
      found.push(at);
      at = this.#nodes.get(at)?.parentId;
    }
    return found;
  }
}

function slotOf({ parentId, name }: Place): string {
  return `${parentId} ${nameKey(name)}`;
}
