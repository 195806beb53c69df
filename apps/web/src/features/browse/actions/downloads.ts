import type { NodeId, VersionId } from '@coffer/contracts';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { errorTexts } from '../../../api/calls/error-texts.ts';
import { fetchDownloadAddress } from '../../../api/nodes.ts';
import { beginDownload } from '../../../lib/downloads/begin-download.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';

/** Downloads the current version unless `versionId` is given. Shows a failure. */
export async function downloadFile(nodeId: NodeId, versionId?: VersionId): Promise<void> {
  try {
    beginDownload(await fetchDownloadAddress(nodeId, versionId));
  } catch (cause) {
    showToast({ tone: 'danger', key: 'download', text: errorTexts().ofError(apiErrorOf(cause)) });
  }
}
