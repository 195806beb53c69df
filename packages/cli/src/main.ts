// oxlint-disable node/no-process-env -- the composition root of the program.
import { EXIT } from './exit-codes.ts';
import { fileErrorMessage } from './local/file-errors.ts';
import { run } from './run.ts';

const stop = new AbortController();
const interrupt = (): void => {
  // A second Ctrl+C ends at once. The upload can still be resumed.
  if (stop.signal.aborted) process.exit(EXIT.stopped);
  stop.abort(new DOMException('stopped', 'AbortError'));
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
// A reader that stops early, such as `head`, is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  const message = fileErrorMessage(error);
  if (message === undefined) throw error;
  process.stderr.write(`The output could not be written: ${message}.\n`);
  process.exit(EXIT.failed);
});

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
process.stdin.pause();
// A reader that does not read would keep the program running.
if (stop.signal.aborted) process.exit();
