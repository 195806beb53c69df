import type { NodeId, VersionId } from '@coffer/contracts';
import { apiErrorOf } from '../../../api/error.ts';
import { errorTexts } from '../../../api/error-texts.ts';
import { fetchDownloadAddress } from '../../../api/nodes.ts';
import { beginDownload } from '../../../lib/begin-download.ts';
import { showToast } from '../../../ui/toast-store.ts';

/** Hands one file to the browser, of the current version unless another is named. What keeps it from that is said, and the page stays. */
export async function downloadFile(nodeId: NodeId, versionId?: VersionId): Promise<void> {
  try {
    beginDownload(await fetchDownloadAddress(nodeId, versionId));
  } catch (cause) {
    showToast({ tone: 'danger', key: 'download', text: errorTexts().ofError(apiErrorOf(cause)) });
  }
}
