import { useEffect, useState } from 'react';

/** The fragment is never sent to a server. It is removed from the URL at once. */
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
