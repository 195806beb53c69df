import { LIMITS, type NodeView } from '@coffer/contracts';

/** How a file is shown. `large`: it could be, but is over the limit of its kind. */
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

export function previewKindOf(node: Pick<NodeView, 'mediaType' | 'sizeBytes'>): PreviewKind {
  const type = node.mediaType ?? '';
  const sizeBytes = node.sizeBytes ?? 0;
  if (IMAGES.includes(type)) return sizeBytes <= LIMITS.imagePreviewMaxBytes ? 'image' : 'large';
  if (type === 'application/pdf') return 'pdf';
  if (type.startsWith('video/')) return 'video';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('text/') || TEXTS.includes(type) || /[+/](json|xml)$/.test(type)) return 'text';
  return 'none';
}
