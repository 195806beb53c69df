import { extensionOf, mayBeTransportStream, type NodeView, textByName } from '@coffer/contracts';
import {
  AlignLeft,
  Archive,
  AudioLines,
  Box,
  Braces,
  FileText,
  Folder,
  Image,
  Inbox,
  Minus,
  Play,
  Presentation,
  Sheet,
} from 'lucide-react';
import type { IconShape } from '../../../ui/marks/icon.tsx';
import type { BrowseText } from '../texts.ts';

export type FileKind =
  | 'folder'
  | 'image'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'text'
  | 'code'
  | 'archive'
  | 'document'
  | 'sheet'
  | 'slides'
  | 'mail'
  | 'book'
  | 'notebook'
  | 'model'
  | 'other';

const SHAPES: Record<FileKind, IconShape> = {
  folder: Folder,
  image: Image,
  video: Play,
  audio: AudioLines,
  pdf: FileText,
  text: AlignLeft,
  code: Braces,
  archive: Archive,
  document: AlignLeft,
  sheet: Sheet,
  slides: Presentation,
  mail: Inbox,
  book: FileText,
  notebook: Braces,
  model: Box,
  other: Minus,
};

const BY_TYPE: readonly (readonly [RegExp, FileKind])[] = [
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^application\/pdf$/, 'pdf'],
  [/spreadsheet|ms-excel|^text\/csv$/, 'sheet'],
  [/presentation|powerpoint/, 'slides'],
  [/wordprocessing|msword|opendocument\.text|rtf$/, 'document'],
  [/^message\//, 'mail'],
  [/epub|x-mobipocket/, 'book'],
  [/x-ipynb/, 'notebook'],
  [/^model\/|ms-pki\.stl$/, 'model'],
  [/zip|compressed|x-tar|gzip|x-7z|x-rar|x-bzip/, 'archive'],
  [/json$|xml$|javascript$|yaml$|toml$|x-sh$|sql$|^text\/(html|css|x-(?!log))/, 'code'],
  [/^text\//, 'text'],
];

const CODE =
  /\.(astro|bash|bat|c|cc|cfg|clj|cmake|cmd|conf|cpp|cs|cxx|dart|elm|erl|exs?|fish|go|gradle|graphql|groovy|h|hcl|hpp|hs|ini|java|jl|[cm]?[jt]sx?|json\w?|kts?|less|lua|mli?|nim|nix|php|pl|prisma|proto|psm?1|py[iwx]?|rb|rs|sass|scala|scss|sh|sol|sql|sv|svelte|swift|tf|toml|v|vbs?|vim|vue|ya?ml|zig|zsh|r)$/i;

type Kinded = Pick<NodeView, 'kind' | 'name' | 'mediaType' | 'sizeBytes'>;

export function fileKindOf(node: Kinded): FileKind {
  if (node.kind === 'folder') return 'folder';
  const type = node.mediaType ?? '';
  const byType = BY_TYPE.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
  const byText = textByName(node.name);
  // `.ts` is TypeScript or an MPEG transport stream; older uploads of both have a video type.
  if (byText === 'twofold') {
    return byType === 'video' && mayBeTransportStream(node.sizeBytes ?? 0) ? 'video' : 'code';
  }
  if (byText === 'text' && (byType === 'other' || byType === 'text')) {
    return CODE.test(node.name) ? 'code' : 'text';
  }
  return byType;
}

export function shapeOfKind(kind: FileKind): IconShape {
  return SHAPES[kind];
}

export function kindName(text: BrowseText, node: Kinded): string {
  const kind = fileKindOf(node);
  if (kind === 'folder') return text('browse.folder');
  if (kind !== 'other') return text(`browse.kind.${kind}`);
  const extension = extensionOf(node.name);
  return extension !== undefined && /^[a-z0-9]{1,8}$/.test(extension)
    ? text('browse.kind.named', { extension: extension.toUpperCase() })
    : text('browse.kind.other');
}
