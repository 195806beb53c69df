import {
  type ComponentType,
  createElement,
  lazy as reactLazy,
  Suspense as ReactSuspense,
  type SuspenseProps,
  useSyncExternalStore,
} from 'react';

let arrived = 0;
const listeners = new Set<() => void>();

interface MissingCode {
  /** Shown in place of a component whose code is missing. Throws if the error boundary must handle the failure. */
  readonly Part: ComponentType<{ readonly cause: unknown; readonly isOptional: true | undefined }>;
  readonly tell: () => unknown;
}

/** Undefined until the handler is loaded. Until then, failures go to the error boundary. */
export let missingCode: MissingCode | undefined;
/** Incremented when failed code may be fetched again. */
let attempt = 0;

export function handleMissingCode(handler: MissingCode | undefined): void {
  missingCode = handler;
}

export function retryMissingCode(): void {
  attempt += 1;
}

/** Like React's `lazy`, for the `Suspense` of this file. Code that failed to load is fetched again later. */
export function lazy<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  isOptional?: true,
): ComponentType<P> {
  // No failure yet.
  let failedAt = Number.POSITIVE_INFINITY;
  const begin = () =>
    reactLazy<ComponentType<P>>(async () => {
      try {
        const loaded = await load();
        // React must receive the code before listeners are notified.
        setTimeout(announce);
        return loaded;
      } catch (cause) {
        failedAt = attempt;
        const Part = missingCode?.Part;
        if (Part === undefined) throw cause;
        return { default: (props) => createElement(Part, { ...props, cause, isOptional }) };
      }
    });
  let code = begin();
  const current = () => {
    if (failedAt < attempt) {
      failedAt = Number.POSITIVE_INFINITY;
      code = begin();
    }
    return code;
  };
  return (props) => createElement(current(), props);
}

/** React delays what arrives by up to 300 ms (`FALLBACK_THROTTLE_MS`), unless something else changes. */
export function Suspense(props: SuspenseProps) {
  useSyncExternalStore(listen, () => arrived);
  return <ReactSuspense {...props} />;
}

function announce(): void {
  arrived += 1;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
