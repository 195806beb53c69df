import type { TableDiff } from './table-diff.ts';

export interface TablesRequest {
  readonly olderUrl: string;
  readonly newerUrl: string;
  readonly isWorkbook: boolean;
}

export type TablesAnswer =
  | { readonly did: 'compared'; readonly diff: TableDiff; readonly isCut: boolean }
  | { readonly did: 'refused' };
