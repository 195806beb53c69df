import type { LocatedNode, NodeView } from '@coffer/contracts';
import type { ReactNode } from 'react';

/** How the page renders and links files. */
export interface Listed {
  /** Must fill its box. */
  readonly renderPicture: (node: NodeView) => ReactNode;
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly addressOf: (hit: LocatedNode) => string;
}
