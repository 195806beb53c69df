import {
  type Issue,
  LIMITS,
  nameKey,
  numberedName,
  type SortColumn,
  type SpaceRole,
} from '@coffer/contracts';

/** One file or folder as it is stored. */
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
  /** Set when it has begun to be deleted for good: it does not come back. */
  readonly purge_began_at: Date | null;
  /** True while the bytes of the current version are known to be wrong. */
  readonly is_damaged: boolean;
  readonly revision: number;
}

/** A node as one person meets it: with its folders and with the role of the person. */
export interface NodeAccess {
  readonly node: NodeRow;
  /** From the root (first) to the parent (last); empty for the root itself. */
  readonly ancestors: readonly NodeRow[];
  readonly role: SpaceRole;
}

/** Why an operation on the tree was refused. */
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
  | { readonly code: 'invalid_request'; readonly issues: readonly Issue[] };

/** True when a node can be met at all: neither it nor a folder above it lies in the trash. */
export function isLiving(access: NodeAccess): boolean {
  return access.node.trashed_at === null && isPlaceLiving(access);
}

/** True when no folder above the node lies in the trash. */
export function isPlaceLiving(access: NodeAccess): boolean {
  return access.ancestors.every((ancestor) => ancestor.trashed_at === null);
}

/** True when a folder made in this one would lie deeper than allowed. The root has no depth of its own. */
export function isTooDeepFor(parent: NodeAccess): boolean {
  return parent.ancestors.length + 1 > LIMITS.depthMax;
}

/** Names to try, in order, when `name` is taken: `a (2).txt`, `a (3).txt`, ... */
export function numberedNames(name: string, from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, position) => numberedName(name, from + position));
}

/** The column that a sort compares first; `kind` compares the media type. Ties go by `name_sort` (kind) or by id. */
export type SortKey = 'name' | 'size' | 'kind' | 'modified';

/**
 * What the rows of one kind are sorted by. Folders have neither size nor media type: under those sorts they keep the order of
 * their names, whatever the direction of the files below them.
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
 * The natural order of a name, to be compared byte by byte: runs of digits compare by value (`2` before `10`), case never
 * counts, and Latin letters stand beside their accented forms. Equal keys mean names that differ in none of these; the exact
 * folded name at the end settles the rest, so that the order never depends on who came first.
 *
 * A run of digits becomes `0`, its length without leading zeros as two hex digits, and its digits: no run is longer than the
 * 255 bytes of a name, so a longer number is always the greater one.
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
  // U+0001 is allowed in no name and below every character that is, so a prefix always comes first.
  return natural === folded ? natural : `${natural}\u0001${folded}`;
}
