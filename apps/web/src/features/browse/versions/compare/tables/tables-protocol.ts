import type { TableDiff } from './table-diff.ts';

export interface TablesRequest {
  readonly older: Uint8Array<ArrayBuffer>;
  readonly newer: Uint8Array<ArrayBuffer>;
  readonly isWorkbook: boolean;
}

export type TablesAnswer =
  | { readonly did: 'compared'; readonly diff: TableDiff; readonly isCut: boolean }
  | { readonly did: 'refused' };
