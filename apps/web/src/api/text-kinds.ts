import { LIMITS, type NodeView, textByName } from '@coffer/contracts';

type KnownFile = Pick<NodeView, 'name' | 'mediaType' | 'sizeBytes'>;

const TEXT_TYPES = [
  'application/json',
  'application/xml',
  'application/javascript',
  'application/toml',
  'application/x-sh',
  'application/sql',
  'application/yaml',
];

export function isText({ mediaType }: Pick<KnownFile, 'mediaType'>): boolean {
  const type = mediaType ?? '';
  return type.startsWith('text/') || TEXT_TYPES.includes(type) || /[+/](json|xml)$/.test(type);
}

/** Whether the text editor opens the file. */
export function isEditableText(file: KnownFile): boolean {
  if ((file.sizeBytes ?? 0) > LIMITS.textPreviewMaxBytes) return false;
  if (isText(file)) return true;
  const isOther = /^(audio|video|image)\//.test(file.mediaType ?? '');
  return textByName(file.name) !== undefined && !isOther;
}
