import type { NodeView } from '@coffer/contracts';
import type { SpaceRights } from '../../api/spaces/space-rights.ts';

interface Chosen {
  readonly count: number;
  /** Defined if `count` is 1. */
  readonly node: NodeView | undefined;
}

/** Actions on the selected rows, in the order of the menu. */
export function rowActionIds(
  { count, node }: Chosen,
  { mayAdd, mayChange, mayLink }: SpaceRights,
): readonly string[] {
  const isOne = count === 1;
  const isFile = isOne && node?.kind === 'file';
  const actions: readonly (readonly [string, boolean])[] = [
    ['open', isOne],
    ['download', true],
    ['share', isOne],
    ['ask', isOne && !mayLink],
    ['rename', isOne && mayChange],
    ['move', mayChange],
    ['copy', true],
    ['duplicate', mayAdd],
    ['star', true],
    ['tags', true],
    ['links', isOne && mayLink],
    ['request', isOne && mayLink && node?.kind === 'folder'],
    ['template', isFile && mayAdd],
    ['details', true],
    ['versions', isFile],
    ['past', isOne && node?.kind === 'folder'],
    ['receipt', isFile],
    ['trash', mayChange],
  ];
  return actions.flatMap(([id, isOffered]) => (isOffered ? [id] : []));
}
