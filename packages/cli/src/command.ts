import type { Arguments, OptionSpecs } from './arguments.ts';
import type { Environment } from './config/folders.ts';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Output } from './terminal/output.ts';

export interface TokenInput extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean | undefined;
  setRawMode?(isRaw: boolean): unknown;
  pause(): unknown;
}

/** What every command gets, even when nobody is signed in. */
export interface World {
  readonly environment: Environment;
  readonly stdin: TokenInput;
  readonly stdout: NodeJS.WritableStream;
  readonly output: Output;
  readonly signal: AbortSignal;
  /** Throws a failure if nobody is signed in. */
  context(): Promise<Context>;
}

export interface Command {
  /** Printed by `--help`. Its first line shows the arguments. */
  readonly usage: string;
  readonly options: OptionSpecs;
  run(world: World, args: Arguments): Promise<ExitCode>;
}
