/** `file` matches every file. The other kinds match by media type. */
export const SEARCH_KINDS = [
  'folder',
  'file',
  'image',
  'video',
  'audio',
  'pdf',
  'document',
  'sheet',
  'slides',
  'text',
  'archive',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];
