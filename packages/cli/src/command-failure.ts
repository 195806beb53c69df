import { EXIT, type ExitCode } from './exit-codes.ts';

/** Ends a command, or one item of it, with a message for people. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

export class WrongArguments extends CommandFailure {
  override readonly name = 'WrongArguments';

  constructor(message: string) {
    super(message, EXIT.wrongArguments);
  }
}
