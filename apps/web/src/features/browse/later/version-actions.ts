import type { NodeView } from '@coffer/contracts';
import { apiErrorOf } from '../../../api/error.ts';
import { errorTexts } from '../../../api/error-texts.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import type { QueryCache } from '../../../api/query-cache.ts';
import { restoreVersion, type Version } from '../../../api/versions.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { offerUndo } from './node-actions.ts';
import { text } from './texts.ts';

interface Restoring {
  readonly node: Pick<NodeView, 'id' | 'name' | 'revision'>;
  readonly version: Pick<Version, 'id' | 'number'>;
  /** The version that it takes the place of. */
  readonly current: Version | undefined;
}

/** Makes an older version the current one. The message of the refusal, or undefined when it is. */
export async function restoreOlder(
  cache: QueryCache,
  { node, version, current }: Restoring,
): Promise<string | undefined> {
  try {
    const restored = await restoreVersion(node, version.id);
    const words = text('browse.version.restored', { name: node.name, number: version.number });
    // Nobody wants a damaged version back, and the server does not give it.
    if (current === undefined || current.damage !== null) showToast({ tone: 'success', text: words });
    else offerUndo(cache, words, async () => void (await restoreVersion(restored, current.id)));
    return undefined;
  } catch (cause) {
    return errorTexts().ofError(apiErrorOf(cause));
  } finally {
    await invalidateTree(cache);
  }
}
