import { type Announcement, startCoffer } from './compose.ts';
import { type Config, readConfig, unknownVariables } from './config/config.ts';
import { describeStartError, exitCodeOf, type StartError } from './embedded/start-errors.ts';
import { createLog } from './platform/log/create-log.ts';
import { forPeople } from './platform/log/for-people.ts';
import type { Log } from './platform/log/log.ts';

// [Note: What is printed] Standard output is for people: the address, and the welcome link while no administrator
// exists, at every log level. Standard error has the log.

const EXIT_CRASHED = 1;
const PARTS: Readonly<Partial<Record<StartError['code'], string>>> = {
  database_failed: 'the embedded PostgreSQL',
  pool_failed: 'the embedded user pool',
  store_failed: 'the embedded object store',
};

export async function runApplication(): Promise<void> {
  const config = readConfig();
  if (!config.ok) {
    const unknown = unknownVariables().map((name) => ({ name, message: 'is no setting of Coffer' }));
    return fail({ code: 'config_invalid', issues: [...config.error, ...unknown] });
  }
  const log = openLog(config.value);
  for (const name of unknownVariables()) log.warn('setting_unknown', { name });
  // The configuration allows this only on loopback, where some browsers refuse secure cookies.
  if (!config.value.secureCookies) log.warn('cookies_without_tls', { address: config.value.url });
  exitOnCrash(log);
  const signals = awaitSignals();

  const started = await startCoffer(config.value, { log, announce });
  if (!started.ok) {
    log.error('start_failed', { code: started.error.code });
    return fail(started.error);
  }
  const lost = await Promise.race([signals, started.value.lost]);
  if (lost !== undefined) log.error('part_lost', { code: lost.code });
  log.info('stopping');
  await started.value.stop();
  log.info('stopped');
  if (lost === undefined) process.exit(0);
  console.error(
    `Coffer has stopped: ${PARTS[lost.code] ?? 'a part of it'} ended while it was running, and did not come back.`,
  );
  console.error(
    'See the log above for the cause. Nothing that was acknowledged is lost; start Coffer again.',
  );
  process.exit(exitCodeOf(lost));
}

function announce({ url, welcomeLink }: Announcement): void {
  console.log(`Coffer is running at ${url}`);
  if (welcomeLink === undefined) return;
  console.log('There is no administrator yet. Create the first one with this link, which works once:');
  console.log(welcomeLink);
}

function openLog({ logFormat, logLevel }: Config): Log {
  const isForPeople = logFormat === 'human' || (logFormat === 'auto' && process.stderr.isTTY);
  if (!isForPeople) return createLog({ level: logLevel });
  return createLog({
    level: logLevel === 'info' ? 'warn' : logLevel,
    destination: forPeople(process.stderr),
  });
}

function fail(error: StartError): void {
  console.error(describeStartError(error));
  process.exit(exitCodeOf(error));
}

/** The first signal shuts down in order, the second exits at once. */
async function awaitSignals(): Promise<undefined> {
  return await new Promise((resolve) => {
    let count = 0;
    const handle = (_: NodeJS.Signals, number: number): void => {
      count += 1;
      if (count === 1) resolve(undefined);
      else process.exit(128 + number);
    };
    process.on('SIGTERM', handle);
    process.on('SIGINT', handle);
  });
}

/** The memory state is not reliable after an uncaught error. */
function exitOnCrash(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.error('crashed', {}, error);
    process.exit(EXIT_CRASHED);
  });
}
