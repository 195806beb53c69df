interface ScriptUrlPolicy {
  createScriptURL(url: string): unknown;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptUrlPolicy;
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes;
  }
}

let policy: ScriptUrlPolicy | undefined;

/** The Trusted Types policy `coffer` allows same-origin URLs only. */
export function ownScriptUrl(url: string, origin: string): string {
  const address = new URL(url, origin);
  if (address.origin !== origin) throw new TypeError('only scripts of the same origin are allowed');
  return address.href;
}

export function trustedScriptUrl(url: string): string {
  const address = ownScriptUrl(url, location.origin);
  if (window.trustedTypes === undefined) return address;
  policy ??= window.trustedTypes.createPolicy('coffer', {
    createScriptURL: (candidate) => ownScriptUrl(candidate, location.origin),
  });
  return asUrl(policy.createScriptURL(address));
}

export function startWorker(url: URL, options?: WorkerOptions): Worker {
  return new Worker(trustedScriptUrl(url.href), { type: 'module', ...options });
}

/** The DOM types do not accept TrustedScriptURL here; browsers do. */
function asUrl(trusted: unknown): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object must be passed unchanged; browsers would refuse a plain string
  return trusted as string;
}
