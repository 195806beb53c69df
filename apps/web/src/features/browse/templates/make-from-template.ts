import { isErrorCode, type NodeId, type NodeView } from '@coffer/contracts';
import { errorTexts } from '../../../api/calls/error-texts.ts';
import { callOrThrow } from '../../../api/calls/client.ts';
import type { QueryCache } from '../../../api/calls/query-cache.ts';
import { createFolder, placeInto } from '../../../api/node-changes.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import { findTemplates } from '../../../api/templates.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { offerUndo, refusalOf, showFailure } from '../actions/node-actions.ts';
import { text } from './texts.ts';

interface FromTemplate {
  readonly template: NodeView;
  readonly parentId: NodeId;
  readonly onMade: (node: NodeView) => void;
}

/**
 * Copies the template, which shares its content and so needs no extra storage. Resolves to an error message if that
 * fails.
 */
export async function makeFromTemplate(
  cache: QueryCache,
  { template, parentId, onMade }: FromTemplate,
): Promise<string | undefined> {
  try {
    const { placed, refused, jobId } = await placeInto('copy', [template.id], {
      target: parentId,
      conflict: 'rename',
    });
    const made = placed[0]?.node;
    if (made === undefined) return refusalMessage(refused[0]?.code);
    offerUndo(cache, text('templates.created', { name: made.name }), jobId);
    await invalidateTree(cache);
    onMade(made);
    return undefined;
  } catch (cause) {
    return refusalOf(cause, text('templates.notMade'), parentId);
  }
}

/** Copies the file into the folder of templates, and creates that folder if it is missing. */
export async function keepAsTemplate(cache: QueryCache, node: NodeView): Promise<void> {
  const { name } = node;
  try {
    const path = await callOrThrow('getPath', { params: { nodeId: node.id } });
    const rootId = path.items[0]?.id ?? node.id;
    const { folder } = await findTemplates(rootId);
    if (folder !== undefined && folder.id === node.parentId) {
      showToast({ text: text('templates.already', { name }), key: 'template' });
      return;
    }
    const target = folder?.id ?? (await createFolder(rootId, text('templates.folder'))).id;
    const { placed, refused, jobId } = await placeInto('copy', [node.id], { target, conflict: 'rename' });
    if (placed.length > 0) offerUndo(cache, text('templates.kept', { name }), jobId);
    else sayNotKept(name, refusalMessage(refused[0]?.code));
  } catch (cause) {
    showFailure(cause, text('templates.notKept', { name }));
  }
  await invalidateTree(cache);
}

function refusalMessage(code = ''): string {
  return errorTexts().ofCode(isErrorCode(code) ? code : 'node_not_found');
}

function sayNotKept(name: string, why: string): void {
  showToast({ tone: 'danger', text: `${text('templates.notKept', { name })} ${why}` });
}
