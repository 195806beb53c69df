import type { NodeView } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { NodeMark } from '../../features/browse/index.ts';

export function renderMark(node: NodeView): ReactNode {
  return <NodeMark node={node} />;
}
