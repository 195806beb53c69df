import type { NodeView } from '@coffer/contracts';
import { apiErrorOf } from '../../../api/error.ts';
import { errorTexts } from '../../../api/error-texts.ts';
import { fetchReceipt, type Version } from '../../../api/versions.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast } from '../../../ui/toast-store.ts';

/** Hands the person the signed receipt of a version, the current one unless another is named, as a file to keep. */
export async function saveReceipt(node: NodeView, version?: Pick<Version, 'id' | 'number'>): Promise<void> {
  const ending = version === undefined ? 'receipt.json' : `v${version.number}.receipt.json`;
  try {
    const receipt = await fetchReceipt(node.id, version?.id);
    saveFile(`${node.name}.${ending}`, `${JSON.stringify(receipt, null, 2)}\n`, 'application/json');
  } catch (cause) {
    showToast({ tone: 'danger', key: 'receipt', text: errorTexts().ofError(apiErrorOf(cause)) });
  }
}
