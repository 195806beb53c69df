import type { NodeView } from '@coffer/contracts';
import { kindWords } from './file-kind.ts';
import { useText } from './texts.ts';

export function useKindWords(): (node: NodeView) => string {
  const text = useText();
  return (node) => kindWords(text, node);
}
