import { type RefCallback, useCallback, useState } from 'react';
import { type CodeView, type CodeViewOptions, createCodeView } from './code-view.ts';

/** The options of the first drawing count. */
export function useCodeView(
  options: CodeViewOptions,
): readonly [RefCallback<HTMLElement>, CodeView | undefined] {
  const [first] = useState(options);
  const [code, setCode] = useState<CodeView>();
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      const made = createCodeView(element, first);
      setCode(made);
      return () => made.close();
    },
    [first],
  );
  return [place, code];
}
