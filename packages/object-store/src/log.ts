/** Facts must never contain keys, queries, signatures, secrets or user metadata. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
}

export type Log = (entry: LogEntry) => void;

/** Loggable facts of an unexpected error, without request data. */
export function errorFacts(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? { cause: `${error.cause.name}: ${error.cause.message}` } : {};
  return { error: error.name, message: error.message, stack: error.stack ?? '', ...cause };
}
