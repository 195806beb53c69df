import { eachAtOnce } from '@coffer/kit';
import { ApiFailure } from '../api/api-failure.ts';
import type { Context } from '../context.ts';
import { errorCodeOf } from '../local/file-errors.ts';
import { hashFile } from '../local/hash-file.ts';
import type { LocalEntry } from '../local/walk.ts';
import { contentsOf, isContent, type RemoteContent } from './contents.ts';
import { type RemoteEntry, versionOf } from './read-tree.ts';

const AT_ONCE = 4;

export interface FilePair {
  readonly local: Pick<LocalEntry, 'absolute' | 'sizeBytes'>;
  readonly remote: Pick<RemoteEntry, 'id' | 'versionId' | 'sizeBytes'>;
}

/** Pairs with the same content on both sides, compared by size and SHA-256. */
export async function findSameContent<P extends FilePair>(
  context: Context,
  pairs: readonly P[],
): Promise<readonly P[]> {
  const alike = pairs.filter(
    ({ local, remote }) => local.sizeBytes === remote.sizeBytes && remote.versionId !== null,
  );
  const contents = await contentsOf(
    context.client,
    alike.map(({ remote }) => versionOf(remote)),
  );
  const isSame = await eachAtOnce(
    [...alike.entries()],
    AT_ONCE,
    async ([at, { local }]) => await hasContent(context, local.absolute, contents[at]),
  );
  return alike.filter((_, at) => isSame[at] === true);
}

/** Whether the local file has this content. False if either cannot be read. */
export async function hasContent(
  { signal }: Context,
  path: string,
  content: RemoteContent | ApiFailure | undefined,
): Promise<boolean> {
  if (content === undefined || content instanceof ApiFailure) return false;
  try {
    return isContent(await hashFile(path, content.partSizeBytes, signal), content);
  } catch (error) {
    // Not reported here, because the upload reports files that cannot be read.
    if (errorCodeOf(error) === undefined) throw error;
    return false;
  }
}
