import type { NodeId, SpaceId } from '@coffer/contracts';
import { useQueries } from '../../../api/calls/use-query.ts';
import { pathQuery } from '../../../api/nodes.ts';
import { useText } from './texts.ts';

export interface SearchSpace {
  readonly id: SpaceId;
  readonly rootId: NodeId;
  /** Undefined for the personal space, whose name is translated. */
  readonly name: string | undefined;
}

export interface SoughtFolder {
  /** Undefined until it is loaded, and if the folder is missing. */
  readonly name: string | undefined;
  /** Names from the space, or from the shared root, to the folder itself. */
  readonly path: readonly string[];
  readonly isMissing: boolean;
}

export function useFolder(
  folderId: NodeId | undefined,
  spaces: readonly SearchSpace[],
): SoughtFolder | undefined {
  const text = useText();
  const [result] = useQueries(folderId === undefined ? [] : [pathQuery(folderId)]);
  if (result === undefined) return undefined;
  const names = (result.data?.items ?? []).map(({ id, name }) => {
    const space = spaces.find(({ rootId }) => rootId === id);
    return space === undefined ? name : (space.name ?? text('results.space.own'));
  });
  return { name: names.at(-1), path: names, isMissing: names.length === 0 && result.failure !== undefined };
}
