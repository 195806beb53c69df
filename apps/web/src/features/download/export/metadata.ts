import { EXPORT_FORMAT } from '@coffer/contracts';
import { hexOfBase64 } from '../../../lib/checksum/hex-of-base64.ts';
import type { ExportedNode, Gathered, RecordOf } from './gather-records.ts';

export interface ExportFacts {
  readonly spaceName: string;
  readonly exportedAt: string;
  readonly exportedBy: { readonly name: string; readonly email: string };
  readonly withVersions: boolean;
  readonly withTrash: boolean;
}

/** A version and its place in the zip file. */
export interface PlacedVersion {
  readonly version: RecordOf<'version'>;
  /** Path in the zip file. Undefined if the version is damaged or was left out. */
  readonly file: string | undefined;
}

export interface PlacedNode {
  readonly node: ExportedNode;
  /** The path in Coffer. Empty for the root. */
  readonly path: string;
  /** The path in the zip file, whose names must be valid on every system. Undefined if left out. */
  readonly file: string | undefined;
  /** Versions, oldest first and the current one last. Empty for folders. */
  readonly versions: readonly PlacedVersion[];
}

/** Returns the SHA-256 of a version in hex, which always has the same length. */
export type Sha256Of = (version: RecordOf<'version'>) => string;

/** Yields JSON Lines: first the facts of the export, then one line for each file and folder. */
export function* metadataLines(
  facts: ExportFacts,
  { placed, gathered }: { readonly placed: readonly PlacedNode[]; readonly gathered: Gathered },
  sha256Of: Sha256Of,
): Generator<string> {
  const { spaceName: space, ...others } = facts;
  yield line({ ...EXPORT_FORMAT, space, ...others });
  for (const each of placed) yield line(entryOf(each, gathered, sha256Of));
}

export function knownSha256({ sha256 }: RecordOf<'version'>): string | undefined {
  return sha256 === null ? undefined : hexOfBase64(sha256);
}

function entryOf({ node, path, file, versions }: PlacedNode, gathered: Gathered, sha256Of: Sha256Of) {
  const current = versions.at(-1);
  const comments = gathered.comments.get(node.id) ?? [];
  const shares = gathered.shares.get(node.id) ?? [];
  return {
    path,
    kind: node.kind,
    file,
    ...(current === undefined ? {} : contentOf(current, sha256Of)),
    createdAt: node.createdAt,
    modifiedAt: node.modifiedAt,
    createdBy: node.createdBy,
    ...(node.trashedAt === null ? {} : { trashedAt: node.trashedAt }),
    ...(node.isStarred ? { isStarred: true } : {}),
    ...(node.tags.length === 0 ? {} : { tags: node.tags }),
    ...(comments.length === 0 ? {} : { comments: comments.map(commentOf) }),
    ...(shares.length === 0 ? {} : { shares: shares.map(shareInWords) }),
    ...(versions.length <= 1
      ? {}
      : { versions: versions.slice(0, -1).map((each) => versionOf(each, sha256Of)) }),
  };
}

function contentOf({ version, file }: PlacedVersion, sha256Of: Sha256Of) {
  return {
    mediaType: version.mediaType,
    sizeBytes: version.sizeBytes,
    ...(file === undefined ? { isMissing: true } : { sha256: sha256Of(version) }),
    number: version.number,
    changedAt: version.createdAt,
    changedBy: version.author,
    ...(version.label === null ? {} : { label: version.label }),
  };
}

function versionOf(placed: PlacedVersion, sha256Of: Sha256Of) {
  return { file: placed.file, ...contentOf(placed, sha256Of) };
}

function commentOf({ author, text, createdAt, editedAt }: RecordOf<'comment'>) {
  return { author, text, createdAt, ...(editedAt === null ? {} : { editedAt }) };
}

/** Describes a share in English, like the member names. */
function shareInWords(share: RecordOf<'share'> | RecordOf<'link'>): string {
  const until = share.expiresAt === null ? '' : `, until ${share.expiresAt}`;
  if (share.type === 'link') {
    const label = share.label === '' ? '' : ` "${share.label}"`;
    return `link${label} to ${share.kind}${share.hasPassword ? ', with a password' : ''}${until}`;
  }
  const who = share.email === '' ? share.name : `${share.name} <${share.email}>`;
  return `${share.holder} ${who}: ${share.role}${until}`;
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
