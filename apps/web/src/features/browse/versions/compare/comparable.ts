import { extensionOf, type NodeView, textByName } from '@coffer/contracts';

export function isPicture({ mediaType }: Pick<NodeView, 'mediaType'>): boolean {
  return /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(mediaType ?? '');
}

const WORKBOOKS = ['xlsx', 'xlsm', 'xlsb', 'xls', 'ods'];
const TABLES = ['csv', 'tsv', 'tab'];

export function isWorkbook({ name }: Pick<NodeView, 'name'>): boolean {
  return WORKBOOKS.includes(extensionOf(name) ?? '');
}

export function isTable(node: Pick<NodeView, 'name' | 'mediaType'>): boolean {
  return isWorkbook(node) || node.mediaType === 'text/csv' || TABLES.includes(extensionOf(node.name) ?? '');
}

/** Whether versions of the file can be compared. */
export function isComparable(node: Pick<NodeView, 'name' | 'mediaType'>): boolean {
  const type = node.mediaType ?? '';
  const isText = type.startsWith('text/') || /[/+](?:json|xml|javascript|yaml|toml|sql|x-sh)$/.test(type);
  return isPicture(node) || isTable(node) || isText || textByName(node.name) === 'text';
}
