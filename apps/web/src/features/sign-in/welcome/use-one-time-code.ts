import { useEffect, useState } from 'react';

/**
 * The one-time code of the address that the server printed: the part behind `#`, which never reaches a server. It leaves
 * the address at once, so that it is neither bookmarked nor seen over a shoulder.
 */
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
