import { LIMITS, type NodeView, textByName } from '@coffer/contracts';

/** `large`: over the size limit of its kind. */
export type PreviewKind = 'image' | 'pdf' | 'text' | 'video' | 'audio' | 'large' | 'none';

const IMAGES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'image/bmp',
];
const TEXTS = [
  'application/json',
  'application/xml',
  'application/javascript',
  'application/toml',
  'application/x-sh',
  'application/sql',
  'application/yaml',
];

const SILENT = ['', 'application/octet-stream'];

/** `undecided` until the first bytes are known. */
export function previewKindOf(
  node: Pick<NodeView, 'name' | 'mediaType' | 'sizeBytes'>,
): PreviewKind | 'undecided' {
  const byText = textByName(node.name);
  if (byText === 'twofold') return 'undecided';
  const kind = previewKindOfType(node);
  if (kind !== 'none') return kind;
  return byText === 'text' || SILENT.includes(node.mediaType ?? '') ? 'undecided' : 'none';
}

export function previewKindOfType(node: Pick<NodeView, 'mediaType' | 'sizeBytes'>): PreviewKind {
  const type = node.mediaType ?? '';
  const sizeBytes = node.sizeBytes ?? 0;
  if (IMAGES.includes(type)) return sizeBytes <= LIMITS.imagePreviewMaxBytes ? 'image' : 'large';
  if (type === 'application/pdf') return 'pdf';
  if (type.startsWith('video/')) return 'video';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('text/') || TEXTS.includes(type) || /[+/](json|xml)$/.test(type)) return 'text';
  return 'none';
}
