// oxlint-disable node/no-process-env -- the composition root of the program.
import { run } from './run.ts';

const stop = new AbortController();
const interrupt = (): void => {
  // A second Ctrl+C ends at once. The upload can still be resumed.
  if (stop.signal.aborted) process.exit(130);
  stop.abort(new DOMException('stopped', 'AbortError'));
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
// A reader that stops early, such as `head`, is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
process.stdin.pause();
