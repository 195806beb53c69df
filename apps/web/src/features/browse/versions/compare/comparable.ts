import { type NodeView, textByName } from '@coffer/contracts';

export function isPicture({ mediaType }: Pick<NodeView, 'mediaType'>): boolean {
  return /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(mediaType ?? '');
}

/** Whether versions of it can be put beside each other. */
export function isComparable(node: Pick<NodeView, 'name' | 'mediaType'>): boolean {
  const type = node.mediaType ?? '';
  const isText = type.startsWith('text/') || /[/+](?:json|xml|javascript|yaml|toml|sql|x-sh)$/.test(type);
  return isPicture(node) || isText || textByName(node.name) === 'text';
}
