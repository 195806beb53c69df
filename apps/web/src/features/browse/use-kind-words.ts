import type { NodeView } from '@coffer/contracts';
import { kindWords } from './file-kind.ts';
import { useText } from './texts.ts';

/** What a file is, in words: "Image", "PDF". */
export function useKindWords(): (node: NodeView) => string {
  const text = useText();
  return (node) => kindWords(text, node);
}
