import type { NodeView } from '@coffer/contracts';
import {
  Archive,
  File as FileShape,
  FileImage,
  FileMusic,
  FileSpreadsheet,
  FileText,
  FileVideo,
  Folder,
  Presentation,
} from 'lucide-react';
import type { IconShape } from '../../ui/icon.tsx';
import type { BrowseText } from './texts.ts';

export type FileKind =
  | 'folder'
  | 'image'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'text'
  | 'archive'
  | 'document'
  | 'sheet'
  | 'slides'
  | 'other';

const SHAPES: Record<FileKind, IconShape> = {
  folder: Folder,
  image: FileImage,
  video: FileVideo,
  audio: FileMusic,
  pdf: FileText,
  text: FileText,
  archive: Archive,
  document: FileText,
  sheet: FileSpreadsheet,
  slides: Presentation,
  other: FileShape,
};

const BY_TYPE: readonly (readonly [RegExp, FileKind])[] = [
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^application\/pdf$/, 'pdf'],
  [/spreadsheet|ms-excel|^text\/csv$/, 'sheet'],
  [/presentation|powerpoint/, 'slides'],
  [/wordprocessing|msword|opendocument\.text|rtf$/, 'document'],
  [/zip|compressed|x-tar|gzip|x-7z|x-rar|x-bzip/, 'archive'],
  [/^text\/|json$|xml$|javascript$|yaml$|toml$/, 'text'],
];

type Kinded = Pick<NodeView, 'kind' | 'name' | 'mediaType'>;

export function fileKindOf(node: Kinded): FileKind {
  if (node.kind === 'folder') return 'folder';
  const type = node.mediaType ?? '';
  return BY_TYPE.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}

export function shapeOfKind(kind: FileKind): IconShape {
  return SHAPES[kind];
}

/** The kind in words; an unknown one by its extension. */
export function kindWords(text: BrowseText, node: Kinded): string {
  const kind = fileKindOf(node);
  if (kind === 'folder') return text('browse.folder');
  if (kind !== 'other') return text(`browse.kind.${kind}`);
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(node.name)?.[1];
  return extension === undefined
    ? text('browse.kind.other')
    : text('browse.kind.named', { extension: extension.toUpperCase() });
}
