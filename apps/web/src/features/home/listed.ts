import type { LocatedNode, NodeView } from '@coffer/contracts';
import type { ReactNode } from 'react';

/** What the page knows of files and this feature does not. */
export interface Listed {
  /** Fills its box. */
  readonly renderPicture: (node: NodeView) => ReactNode;
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly addressOf: (hit: LocatedNode) => string;
}
