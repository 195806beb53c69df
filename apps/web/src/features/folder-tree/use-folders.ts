import { LIMITS, type NodeId, type NodeView } from '@coffer/contracts';
import { useState } from 'react';
import { childrenQuery } from '../../api/nodes.ts';
import { useQueries } from '../../api/calls/use-query.ts';

const BY_NAME = { sort: 'name', order: 'asc' } as const;
const PAGE = LIMITS.childrenPageSize;

/** One line of the tree. */
export type Line =
  | { readonly kind: 'folder'; readonly key: NodeId; readonly folder: TreeFolder }
  | {
      readonly kind: 'more' | 'failed' | 'loading';
      readonly key: string;
      readonly level: number;
      readonly act: () => void;
    };

export interface TreeFolder {
  readonly id: NodeId;
  readonly name: string;
  readonly parentId: NodeId;
  readonly level: number;
  readonly isExpanded: boolean;
  /** Undefined until the items of the folder are loaded. */
  readonly hasFolders: boolean | undefined;
}

interface Folders {
  readonly lines: readonly Line[];
  readonly toggle: (folderId: NodeId, isExpanded: boolean) => void;
}

interface Loaded {
  readonly folders: readonly NodeView[];
  readonly rest: 'more' | 'failed' | 'loading' | undefined;
  readonly act: () => void;
}

/**
 * The folders of a tree. Fetches only expanded ones, with the queries of the list, so that the tree also follows every
 * change.
 */
export function useFolders(rootId: NodeId, path: readonly NodeId[]): Folders {
  const [expanded, setExpanded] = useState<ReadonlySet<NodeId>>(new Set());
  const [pages, setPages] = useState<ReadonlyMap<NodeId, number>>(new Map());
  const [followed, setFollowed] = useState('');
  const route = path.join('/');
  // Expands the path to the open folder. Folders that the person collapses afterwards stay collapsed.
  if (followed !== route) {
    setFollowed(route);
    setExpanded((before) => new Set([...before, ...path.slice(1, -1)]));
  }
  const asked = [rootId, ...expanded].flatMap((id) =>
    Array.from({ length: pages.get(id) ?? 1 }, (_, page) => ({ id, page })),
  );
  const results = useQueries(
    asked.map(({ id, page }) => childrenQuery(id, BY_NAME, { at: page * PAGE, limit: PAGE })),
  );
  const loadedOf = (folderId: NodeId): Loaded => {
    const own = results.filter((_, index) => asked[index]?.id === folderId);
    const items = own.flatMap(({ data }) => data?.items ?? []);
    const folders = items.filter(({ kind }) => kind === 'folder');
    const failed = own.find(({ data, failure }) => data === undefined && failure !== undefined);
    if (failed !== undefined) return { folders, rest: 'failed', act: () => void failed.refetch() };
    if (own.some(({ data }) => data === undefined)) return { folders, rest: 'loading', act: () => undefined };
    // Folders are sorted before files, so a loaded file means that all folders are loaded.
    const hasMore = folders.length === items.length && items.length < (own[0]?.data?.total ?? 0);
    const act = (): void => setPages((before) => new Map(before).set(folderId, own.length + 1));
    return { folders, rest: hasMore ? 'more' : undefined, act };
  };
  const linesOf = (parentId: NodeId, level: number): readonly Line[] => {
    const { folders, rest, act } = loadedOf(parentId);
    const lines = folders.flatMap(({ id, name }): readonly Line[] => {
      const isExpanded = expanded.has(id);
      const below = isExpanded ? linesOf(id, level + 1) : [];
      const hasFolders = isExpanded ? below.length > 0 : undefined;
      return [
        { kind: 'folder', key: id, folder: { id, name, parentId, level, isExpanded, hasFolders } },
        ...below,
      ];
    });
    // One key while it loads or fails, so that the line keeps the focus.
    return rest === undefined ? lines : [...lines, { kind: rest, key: `rest ${parentId}`, level, act }];
  };
  return {
    lines: linesOf(rootId, 1),
    toggle: (folderId, isExpanded) =>
      setExpanded((before) => {
        const after = new Set(before);
        if (isExpanded) after.add(folderId);
        else after.delete(folderId);
        return after;
      }),
  };
}
