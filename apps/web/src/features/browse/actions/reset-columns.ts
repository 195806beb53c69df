import { type Preferences, setPreferences } from '../../../lib/preferences.ts';

export function areColumnsChanged({ hiddenColumns, columnOrder, columnWidths }: Preferences): boolean {
  return hiddenColumns.length > 0 || columnOrder.length > 0 || Object.keys(columnWidths).length > 0;
}

/** Shows all columns in their default order and width. */
export function resetColumns(): void {
  setPreferences({ hiddenColumns: [], columnOrder: [], columnWidths: {} });
}
