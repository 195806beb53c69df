import { useEffect, useState } from 'react';
import { fetchFileBytes } from '../../../api/file-bytes.ts';

let lastNumber = 0;

async function loadFont(url: string, signal: AbortSignal): Promise<FontFace> {
  lastNumber += 1;
  const family = `preview-${lastNumber}`;
  return await new FontFace(family, await fetchFileBytes(url, { signal })).load();
}

/** The browser validates fonts before it uses them, and rejects damaged ones. */
export function useFont(url: string): FontFace | 'failed' | undefined {
  const [font, setFont] = useState<FontFace | 'failed'>();
  useEffect(() => {
    const abort = new AbortController();
    let added: FontFace | undefined;
    const load = async (): Promise<void> => {
      const [end] = await Promise.allSettled([loadFont(url, abort.signal)]);
      if (abort.signal.aborted) return;
      if (end.status === 'fulfilled') {
        added = end.value;
        document.fonts.add(added);
      }
      setFont(added ?? 'failed');
    };
    void load();
    return () => {
      abort.abort();
      if (added !== undefined) document.fonts.delete(added);
    };
  }, [url]);
  return font;
}
