import type { NodeView } from '@coffer/contracts';
import { kindName } from './file-kind.ts';
import { useText } from '../texts.ts';

export function useKindName(): (node: NodeView) => string {
  const text = useText();
  return (node) => kindName(text, node);
}
