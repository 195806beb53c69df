import { type RefCallback, useCallback, useState } from 'react';
import { type CodeView, type CodeViewOptions, createCodeView } from './code-view.ts';

/** Uses the options of the first render; later ones are ignored. */
export function useCodeView(
  options: CodeViewOptions,
): readonly [RefCallback<HTMLElement>, CodeView | undefined] {
  const [first] = useState(options);
  const [code, setCode] = useState<CodeView>();
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      const codeView = createCodeView(element, first);
      setCode(codeView);
      return () => codeView.close();
    },
    [first],
  );
  return [place, code];
}
