import { type Preferences, setPreferences } from '../../../lib/preferences.ts';

export function areColumnsChanged({ hiddenColumns, columnOrder, columnWidths }: Preferences): boolean {
  return hiddenColumns.length > 0 || columnOrder.length > 0 || Object.keys(columnWidths).length > 0;
}

/** All shown, in their first order and as wide as at first. */
export function resetColumns(): void {
  setPreferences({ hiddenColumns: [], columnOrder: [], columnWidths: {} });
}
