import type { NodeView } from '@coffer/contracts';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { errorTexts } from '../../../api/calls/error-texts.ts';
import { fetchReceipt, type Version } from '../../../api/versions.ts';
import { saveFile } from '../../../lib/downloads/save-file.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';

/** Saves the receipt of the current version unless `version` is given. */
export async function saveReceipt(node: NodeView, version?: Pick<Version, 'id' | 'number'>): Promise<void> {
  const ending = version === undefined ? 'receipt.json' : `v${version.number}.receipt.json`;
  try {
    const receipt = await fetchReceipt(node.id, version?.id);
    saveFile(`${node.name}.${ending}`, `${JSON.stringify(receipt, null, 2)}\n`, 'application/json');
  } catch (cause) {
    showToast({ tone: 'danger', key: 'receipt', text: errorTexts().ofError(apiErrorOf(cause)) });
  }
}
