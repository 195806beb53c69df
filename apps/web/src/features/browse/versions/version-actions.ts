import type { NodeView } from '@coffer/contracts';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { errorTexts } from '../../../api/calls/error-texts.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import type { QueryCache } from '../../../api/calls/query-cache.ts';
import { restoreVersion, type Version } from '../../../api/versions.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { offerUndo } from '../actions/node-actions.ts';
import { text } from './texts.ts';

interface Restoring {
  readonly node: Pick<NodeView, 'id' | 'name' | 'revision'>;
  readonly version: Pick<Version, 'id' | 'number'>;
  readonly current: Version | undefined;
}

/** Resolves to an error message if restoring fails. */
export async function restoreOlder(
  cache: QueryCache,
  { node, version, current }: Restoring,
): Promise<string | undefined> {
  try {
    const restored = await restoreVersion(node, version.id);
    const words = text('browse.version.restored', { name: node.name, number: version.number });
    // No undo if the replaced version is damaged, because it could not be restored.
    if (current === undefined || current.damage !== null) showToast({ tone: 'success', text: words });
    else offerUndo(cache, words, restored.jobId);
    return undefined;
  } catch (cause) {
    return errorTexts().ofError(apiErrorOf(cause));
  } finally {
    await invalidateTree(cache);
  }
}
