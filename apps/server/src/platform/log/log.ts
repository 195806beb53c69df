/** Must never contain a password, token, cookie, presigned URL or file name. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** `event` is a stable snake_case name. */
export interface Log {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts, cause?: unknown): void;
  with(facts: LogFacts): Log;
}
