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
  /** In place of what has no code. Throws for the error boundary what it cannot stand for. */
  readonly Part: ComponentType<{ readonly cause: unknown; readonly isOptional: true | undefined }>;
  readonly tell: () => unknown;
}

/** Undefined until it is loaded itself: then all is for the error boundary. */
export let missingCode: MissingCode | undefined;
/** Raised when what failed to load may be fetched again. */
let attempt = 0;

export function handleMissingCode(handler: MissingCode | undefined): void {
  missingCode = handler;
}

export function retryMissingCode(): void {
  attempt += 1;
}

/** As React's `lazy`, for a `Suspense` of this file, but what failed to load is fetched again later. */
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
        // React hears of it first.
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

/** React shows what arrives up to 300 ms later, unless something else changes (`FALLBACK_THROTTLE_MS`). */
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
