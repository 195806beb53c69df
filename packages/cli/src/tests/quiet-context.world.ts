// What a command works with, without output.
import type { Client } from '../api/client.ts';
import type { Context } from '../context.ts';
import { createOutput } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';

const NOWHERE = { write: () => true };

export function quietContext(client: Client, home: string): Context {
  const [stdout, stderr] = [NOWHERE, NOWHERE];
  return {
    client,
    environment: { HOME: home },
    output: createOutput({ stdout, stderr, isJson: false, isQuiet: true, beforeLine: () => undefined }),
    progress: createProgress({ stderr, isShown: false, now: () => 0 }),
    signal: client.signal,
  };
}
