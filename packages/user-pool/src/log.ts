/** No personal data: only ids, codes, counts and durations. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export const silentLog: Log = { info: () => undefined, error: () => undefined };

export function createLineLog(write: (line: string) => void, now: () => Date = () => new Date()): Log {
  const line =
    (level: string) =>
    (event: string, fields: LogFields = {}) =>
      write(`${JSON.stringify({ at: now().toISOString(), level, event, ...fields })}\n`);
  return { info: line('info'), error: line('error') };
}
