import { dismissToast, showToast } from '../../../ui/feedback/toast-store.ts';
import { text } from '../texts.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';

let toast: number | undefined;

/** Dismisses a toast about uploads that no longer exist. */
export function dismissChoice(): void {
  if (toast !== undefined) dismissToast(toast);
  toast = undefined;
}

/** Opens the file picker. Must be called within a click. */
export function chooseAgain(engine: TransferEngine, { isFolder }: { readonly isFolder: boolean }): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = isFolder;
  // Attached to the page, because WebKit may garbage collect a detached input.
  input.hidden = true;
  document.body.append(input);
  input.oncancel = () => input.remove();
  input.onchange = () => {
    input.remove();
    dismissChoice();
    if (engine.matchFiles(Array.from(input.files ?? [])) > 0) return;
    toast = showToast({ key: 'transfer-choice', tone: 'danger', text: text('transfer.noneMatches') });
  };
  input.click();
}
