import type { LocatedNode, NodeView } from '@coffer/contracts';
import type { ReactNode } from 'react';

/** Data about files that the page passes in. */
export interface Listed {
  /** Fills its box. */
  readonly renderPicture: (node: NodeView) => ReactNode;
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly addressOf: (hit: LocatedNode) => string;
}
