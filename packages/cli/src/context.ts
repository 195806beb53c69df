import type { Client } from './api/client.ts';
import type { Environment } from './config/folders.ts';
import type { Output } from './terminal/output.ts';
import type { Progress } from './terminal/progress.ts';

/** Everything that a command works with. */
export interface Context {
  readonly client: Client;
  readonly environment: Environment;
  readonly output: Output;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}
