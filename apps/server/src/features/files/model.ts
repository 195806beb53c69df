import {
  type Issue,
  LIMITS,
  type MoveRequest,
  type InsideRule,
  type NameDecision,
  nameKey,
  numberedName,
  type SortColumn,
  type SpaceRole,
  type HeldRole,
} from '@coffer/contracts';

export interface NodeRow {
  readonly space_id: string;
  readonly id: string;
  readonly parent_id: string | null;
  readonly kind: 'folder' | 'file';
  readonly name: string;
  readonly name_key: string;
  readonly name_sort: string;
  readonly current_version_id: string | null;
  readonly size_bytes: number;
  readonly media_type: string;
  readonly modified_at: Date;
  readonly created_by: string;
  readonly created_at: Date;
  readonly trashed_at: Date | null;
  /** When permanent deletion began. The node can no longer be restored. */
  readonly purge_began_at: Date | null;
  readonly is_damaged: boolean;
  readonly revision: number;
  /** Upper bound of the folder levels below, including trashed folders. It stays when folders are deleted. */
  readonly levels_below: number;
}

export interface PlacedNode extends NodeRow {
  /** The role of the actor on this node. Undefined for folders above a shared item. */
  readonly role: HeldRole | undefined;
}

/** A node with its folders and the actor's role. */
export interface NodeAccess {
  readonly node: NodeRow;
  /** The folders from the root to the parent, including those that the actor may not see. Empty for the root. */
  readonly ancestors: readonly PlacedNode[];
  readonly role: HeldRole;
}

/** How to resolve a name conflict. `replace_files`: if one of the two is a folder, the new item gets a number. */
export type Conflict = Exclude<MoveRequest['conflict'], 'ask'> | 'replace_files';

/** The person's decisions, by the id of the node that needs the name. */
export type Decisions = ReadonlyMap<string, Decision>;

interface Decision extends Pick<NameDecision, 'conflict' | 'inside'> {
  /** The item that had the name when the person decided. */
  readonly existing: { readonly id: string; readonly revision: number };
}

export interface Naming {
  readonly conflict: Conflict;
  /** Decisions for single nodes, which take precedence over `conflict`. */
  readonly decisions?: Decisions | undefined;
  /** The rule inside a merged folder. There it replaces `conflict` and `decisions`. */
  readonly inside?: InsideRule | undefined;
}

export function isReplacedIn({ conflict, decisions }: Naming): boolean {
  if (conflict === 'replace' || conflict === 'replace_files') return true;
  return [...(decisions?.values() ?? [])].some((decision) => decision.conflict === 'replace');
}

export function decisionsOf(decided: readonly NameDecision[] = []): Decisions {
  return new Map(decided.map((decision) => [decision.id, decision]));
}

export type FilesFailure =
  | { readonly code: 'node_not_found' }
  | {
      readonly code: 'checksum_mismatch';
      readonly facts: { readonly parts: string; readonly state: 'failed' };
    }
  | { readonly code: 'space_not_found' }
  | { readonly code: 'not_allowed'; readonly facts: { readonly needed_role: SpaceRole } }
  | { readonly code: 'name_taken'; readonly facts: { readonly existing_id: string } }
  | { readonly code: 'revision_conflict'; readonly facts: { readonly current_revision: number } }
  | { readonly code: 'revision_required' }
  | { readonly code: 'changed_since' }
  | { readonly code: 'under_hold' }
  | { readonly code: 'invalid_request'; readonly issues: readonly Issue[] };

/** The access to a child of a folder, with the role that it inherits. */
export function accessIn({ node, ancestors, role }: NodeAccess, child: NodeRow): NodeAccess {
  return { node: child, ancestors: [...ancestors, { ...node, role }], role };
}

/** False if the node or a folder above it is in the trash. */
export function isLiving(access: NodeAccess): boolean {
  return access.node.trashed_at === null && isPlaceLiving(access);
}

/** False if a folder above the node is in the trash. */
export function isPlaceLiving(access: NodeAccess): boolean {
  return access.ancestors.every((ancestor) => ancestor.trashed_at === null);
}

/** Whether a child of this folder would be too deep. The root has depth 0. */
export function isTooDeepFor(parent: NodeAccess): boolean {
  return parent.ancestors.length + 1 > LIMITS.depthMax;
}

/** Names such as `a (2).txt`, `a (3).txt`. */
export function numberedNames(name: string, from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, position) => numberedName(name, from + position));
}

/**
 * The first column of a sort; `kind` compares the media type. Ties are ordered by `name_sort` for `kind`, and by id for
 * the others.
 */
export type SortKey = 'name' | 'size' | 'kind' | 'modified';

/**
 * The sort of one kind. Folders have neither size nor media type, so those sorts order them by name, always ascending.
 */
export function sortOf(
  kind: NodeRow['kind'],
  sort: SortColumn,
  order: 'asc' | 'desc',
): { readonly key: SortKey; readonly order: 'asc' | 'desc' } {
  if (kind === 'folder' && (sort === 'size' || sort === 'kind')) return { key: 'name', order: 'asc' };
  return { key: sort, order };
}

const DIGITS = /\d+/g;

/**
 * Natural sort key, compared bytewise: digits by value, ignoring case and Latin accents. A run of digits becomes `0`,
 * its length without leading zeros as two hex digits (names have at most 255 bytes), and the digits. The folded name at
 * the end makes the order unique.
 */
export function nameSort(name: string): string {
  const folded = nameKey(name);
  const plain = folded
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC');
  const natural = plain.replaceAll(DIGITS, (run) => {
    const digits = run.replace(/^0+(?=.)/, '');
    return `0${digits.length.toString(16).padStart(2, '0')}${digits}`;
  });
  // No name contains U+0001 or a lower character, so a name sorts before every name that it begins.
  return natural === folded ? natural : `${natural}\u0001${folded}`;
}

/** A guest of a public link. The change is recorded under the creator of the link. */
export interface GuestAuthor {
  /** The name of the guest. Empty if not known. */
  readonly name: string;
  /** Label of the edit link. Null for a file request. */
  readonly link: string | null;
}

/** The facts that name the guest in an event. */
export function guestFacts(guest: GuestAuthor | undefined): { guest?: string; link?: string } {
  if (guest === undefined) return {};
  return guest.link === null ? { guest: guest.name } : { guest: guest.name, link: guest.link };
}
