import { useEffect, useState } from 'react';

/** Reads the code from the URL fragment, which is never sent to a server. Removes the fragment at once. */
export function useOneTimeCode(): string | undefined {
  const [code] = useState(() => codeOf(location.hash));
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return code;
}

/** `#abc` and `#code=abc` give `abc`. */
export function codeOf(hash: string): string | undefined {
  const text = hash.replace(/^#/, '');
  const code = new URLSearchParams(text).get('code') ?? text;
  return code === '' ? undefined : code;
}
