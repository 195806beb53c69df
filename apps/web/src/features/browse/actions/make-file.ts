import { extensionOf, type NodeId, type NodeView } from '@coffer/contracts';
import { ApiFailure } from '../../../api/calls/error.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import type { QueryCache } from '../../../api/calls/query-cache.ts';
import { saveFile } from '../../../api/saving/save-file.ts';
import { refusalOf } from './node-actions.ts';
import { text } from './texts.ts';

export interface NewFile {
  readonly parentId: NodeId;
  /** Gets an extension if it has none. */
  readonly name: string;
  readonly kind: 'text' | 'markdown';
  readonly onCreated: (node: NodeView) => void;
}

const EXTENSIONS = { text: 'txt', markdown: 'md' } as const;
const MEDIA_TYPES = { text: 'text/plain', markdown: 'text/markdown' } as const;

/** Creates an empty file. Resolves to an error message if that fails. */
export async function makeFile(
  cache: QueryCache,
  { parentId, name, kind, onCreated }: NewFile,
): Promise<string | undefined> {
  const fullName = extensionOf(name) === undefined ? `${name}.${EXTENSIONS[kind]}` : name;
  const file = { parentId, name: fullName, mediaType: MEDIA_TYPES[kind], conflict: 'ask' } as const;
  const saved = await saveFile(file, new Uint8Array());
  if (!saved.ok) {
    return refusalOf(new ApiFailure(saved.error), text('browse.createFailed', { name: fullName }), parentId);
  }
  await invalidateTree(cache);
  onCreated(saved.value);
  return undefined;
}
