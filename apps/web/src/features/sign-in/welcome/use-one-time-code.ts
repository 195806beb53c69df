import { useEffect, useState } from 'react';

/**
 * Reads the code from the URL fragment, which is never sent to a server. Removes the fragment at once, also that of a
 * link that is opened later in the same tab.
 */
export function useOneTimeCode(): string | undefined {
  const [code, setCode] = useState(() => codeOf(location.hash));
  useEffect(() => {
    const take = (): void => {
      const opened = codeOf(location.hash);
      if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
      if (opened !== undefined) setCode(opened);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return code;
}

/** `#abc` and `#code=abc` give `abc`. */
export function codeOf(hash: string): string | undefined {
  const text = hash.replace(/^#/, '');
  const code = new URLSearchParams(text).get('code') ?? text;
  return code === '' ? undefined : code;
}
