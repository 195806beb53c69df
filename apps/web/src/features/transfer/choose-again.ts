import { dismissToast, showToast } from '../../ui/toast-store.ts';
import { text } from './texts.ts';
import type { TransferEngine } from './transfer-engine.ts';

let complaint: number | undefined;

/** Lets the person choose the files, or the folder, of interrupted uploads again. To be called within a click. */
export function chooseAgain(engine: TransferEngine, { isFolder }: { readonly isFolder: boolean }): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = isFolder;
  // WebKit may forget an input that stands nowhere before the person has chosen.
  input.hidden = true;
  document.body.append(input);
  input.oncancel = () => input.remove();
  input.onchange = () => {
    input.remove();
    if (complaint !== undefined) dismissToast(complaint);
    complaint = undefined;
    if (engine.offer(Array.from(input.files ?? [])) > 0) return;
    complaint = showToast({ key: 'transfer-choice', tone: 'danger', text: text('transfer.noneMatches') });
  };
  input.click();
}
