export const SORT_COLUMNS = ['name', 'size', 'kind', 'modified'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
