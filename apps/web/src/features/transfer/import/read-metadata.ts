import { EXPORT_FOLDER, EXPORT_FORMAT, LIMITS, type SpaceColor, SPACE_COLORS } from '@coffer/contracts';
import { MIB, parseJson } from '@coffer/kit';
import { type Archive, contentOf } from './read-archive.ts';

const METADATA_MAX_BYTES = 1_024 * MIB;

/** One version, as described in the metadata of an export. */
export interface ExportedVersion {
  /** The path in the zip file. */
  readonly file: string;
  readonly sha256: string | undefined;
  readonly mediaType: string;
  readonly changedAt: string | undefined;
  readonly label: string | undefined;
}

export interface ExportedItem {
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly file: string | undefined;
  readonly modifiedMs: number | undefined;
  /** Versions, oldest first. */
  readonly versions: readonly ExportedVersion[];
  readonly isStarred: boolean;
  readonly tags: readonly ExportedTag[];
  readonly comments: readonly ExportedComment[];
}

export interface ExportedTag {
  readonly name: string;
  readonly color: SpaceColor;
  /** Whether the tag belongs to the person who exported, and not to the space. */
  readonly isPersonal: boolean;
}

export interface ExportedComment {
  readonly author: string;
  readonly email: string;
  readonly text: string;
  readonly createdAt: string | undefined;
}

/**
 * Resolves to undefined if the zip file is not an export, has a newer format version, or has metadata above 1 GiB.
 * Lines that lack a path or a valid kind are skipped.
 */
export async function readMetadata(archive: Archive): Promise<readonly ExportedItem[] | undefined> {
  const file = archive.files.get(`${EXPORT_FOLDER}/metadata.jsonl`);
  if (file === undefined || file.sizeBytes > METADATA_MAX_BYTES) return undefined;
  const content = await contentOf(archive.zip, file);
  const items: ExportedItem[] = [];
  let isExport = false;
  for await (const line of linesOf(content)) {
    const value = parseJson(line);
    if (!isExport) {
      if (!isReadable(value)) return undefined;
      isExport = true;
      continue;
    }
    const item = itemOf(value);
    if (item !== undefined) items.push(item);
  }
  return isExport ? items : undefined;
}

async function* linesOf(content: Blob | undefined): AsyncGenerator<string> {
  if (content === undefined) return;
  let rest = '';
  const reader = content.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = `${rest}${value}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function isReadable(head: unknown): boolean {
  const version = memberOf(head, 'version');
  const isOurs = memberOf(head, 'format') === EXPORT_FORMAT.format;
  return isOurs && typeof version === 'number' && version <= EXPORT_FORMAT.version;
}

function itemOf(value: unknown): ExportedItem | undefined {
  const path = textIn(value, 'path');
  const kind = memberOf(value, 'kind');
  if (path === undefined || (kind !== 'file' && kind !== 'folder')) return undefined;
  const earlier = listIn(value, 'versions').map(versionOf);
  const versions = [...earlier, kind === 'file' ? versionOf(value) : undefined];
  const modifiedMs = Date.parse(textIn(value, 'modifiedAt') ?? '');
  return {
    path,
    kind,
    file: textIn(value, 'file'),
    modifiedMs: Number.isNaN(modifiedMs) ? undefined : modifiedMs,
    versions: versions.filter((version) => version !== undefined),
    isStarred: memberOf(value, 'isStarred') === true,
    tags: listIn(value, 'tags')
      .map(tagOf)
      .filter((tag) => tag !== undefined),
    comments: listIn(value, 'comments')
      .map(commentOf)
      .filter((comment) => comment !== undefined),
  };
}

function versionOf(value: unknown): ExportedVersion | undefined {
  const file = textIn(value, 'file');
  if (file === undefined) return undefined;
  return {
    file,
    sha256: textIn(value, 'sha256'),
    mediaType: textIn(value, 'mediaType') ?? '',
    changedAt: textIn(value, 'changedAt'),
    label: textIn(value, 'label'),
  };
}

function tagOf(value: unknown): ExportedTag | undefined {
  const name = textIn(value, 'name')?.trim() ?? '';
  if (name === '' || name.length > LIMITS.tagNameLengthMax) return undefined;
  const color = SPACE_COLORS.find((each) => each === memberOf(value, 'color')) ?? 'teal';
  return { name, color, isPersonal: memberOf(value, 'isPersonal') === true };
}

function commentOf(value: unknown): ExportedComment | undefined {
  const text = textIn(value, 'text');
  const author = memberOf(value, 'author');
  if (text === undefined || text === '') return undefined;
  return {
    text,
    author: textIn(author, 'name') ?? '',
    email: textIn(author, 'email') ?? '',
    createdAt: textIn(value, 'createdAt'),
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textIn(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const member = memberOf(value, name);
  return Array.isArray(member) ? member : [];
}
