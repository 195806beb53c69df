import { extensionOf, type NodeId, nodeNameIssue } from '@coffer/contracts';
import { ApiFailure, localError } from '../../../api/calls/error.ts';
import { createFileByLink } from '../../../api/links/guest-saving.ts';
import { openEditSession } from './edit-session.ts';

const EXTENSIONS = { text: 'txt', markdown: 'md' } as const;
const MEDIA_TYPES = { text: 'text/plain', markdown: 'text/markdown' } as const;

interface NewFile {
  readonly parentId: NodeId;
  /** Gets an extension if it has none. */
  readonly name: string;
  readonly kind: keyof typeof EXTENSIONS;
}

/** Creates an empty file. Throws an `ApiFailure` if the name is invalid or taken, or the server refuses. */
export async function makeFile(token: string, { parentId, name, kind }: NewFile): Promise<NodeId> {
  const fullName = extensionOf(name) === undefined ? `${name}.${EXTENSIONS[kind]}` : name;
  const code = nodeNameIssue(fullName);
  if (code !== undefined) {
    throw new ApiFailure({ ...localError('invalid_request'), issues: [{ path: 'name', code }] });
  }
  const file = { parentId, name: fullName, mediaType: MEDIA_TYPES[kind], conflict: 'ask' } as const;
  const made = await createFileByLink(
    async (isNew) => await openEditSession(token, isNew),
    file,
    new Uint8Array(),
  );
  if (!made.ok) throw new ApiFailure(made.error);
  return made.value.id;
}
