import { LIMITS } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { z } from 'zod';
import { findUnfinished, journalFacts } from '../features/journal/index.ts';
import { MIGRATIONS } from '../migrations/migrations.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { pendingMigrations } from '../platform/db/migrate.ts';
import { failed, type Finding, fine, isFine } from './finding.ts';
import {
  openDatabase,
  type PartContext,
  type StartedPool,
  startBlobs,
  startDatabase,
  startPool,
} from './parts.ts';

const TIMEOUT_MS = 5 * SECOND_MS;
const SKEW_WARNING_MS = 30 * SECOND_MS;
const SKEW_MAX_MS = 300 * SECOND_MS;

const SHARED_ACCOUNT: Finding = {
  check: 'Database account',
  state: 'warn',
  message: 'PostgreSQL runs as `nobody`: other services that also do so can read the database.',
  remedy:
    'Run Coffer as an ordinary account, or create one for PostgreSQL and name it in COFFER_PG_USER: useradd --system coffer-postgres',
};

/** Starts or connects to every part, checks it and stops it. Runs no migrations. */
export async function checkParts(context: PartContext): Promise<readonly Finding[]> {
  await using stack = new AsyncDisposableStack();
  const findings: Finding[] = [];
  const address = await startDatabase(context);
  if (address.ok) {
    stack.defer(address.value.stop);
    findings.push(...(await checkDatabase(context, address.value.value.connectionString)));
    if (address.value.value.isAccountShared) findings.push(SHARED_ACCOUNT);
  } else findings.push(failed('Database', address.error));

  const blobs = await startBlobs(context);
  if (blobs.ok) {
    stack.defer(blobs.value.stop);
    findings.push(...(await checkStore(context, blobs.value.value)));
  } else findings.push(failed('Store', blobs.error));

  const isDatabaseFine = findings.every((finding) => isFine(finding) || finding.check.startsWith('Store'));
  if (!address.ok || (!isDatabaseFine && context.config.pool.kind === 'embedded')) {
    const remedy = 'Put the database right first.';
    return [
      ...findings,
      { check: 'Pool', state: 'warn', message: 'not tried: it needs the database.', remedy },
    ];
  }
  const pool = await startPool(context, address.value.value.poolConnectionString);
  if (pool.ok) {
    stack.defer(pool.value.stop);
    findings.push(...(await checkPool(context, pool.value.value)));
  } else findings.push(failed('Pool', pool.error));
  return findings;
}

async function checkDatabase(context: PartContext, connectionString: string): Promise<readonly Finding[]> {
  const opened = await openDatabase(context, connectionString);
  if (!opened.ok) return [failed('Database', opened.error)];
  const { db, version } = opened.value.value;
  try {
    const pending = await pendingMigrations(db, MIGRATIONS);
    return [
      fine('Database', `PostgreSQL ${version} answers`),
      pending.ok
        ? fine(
            'Schema',
            pending.value.length === 0
              ? 'up to date'
              : `${pending.value.length} to be applied at the next start`,
          )
        : failed('Schema', pending.error),
      ...(pending.ok && pending.value.length === 0
        ? [await checkJournal({ db, clock: context.clock }), ...(await checkRebuild(db))]
        : []),
    ];
  } finally {
    await opened.value.stop();
  }
}

async function checkJournal(services: Parameters<typeof journalFacts>[0]): Promise<Finding> {
  const { behindMs } = await journalFacts(services);
  if (behindMs === null) return fine('Journal', 'not started: nothing has changed yet');
  const seconds = Math.round(behindMs / SECOND_MS);
  if (behindMs <= LIMITS.journalLagMaxMs) return fine('Journal', `${seconds} s behind`);
  return {
    check: 'Journal',
    state: 'warn',
    message: `${seconds} s behind: the bucket lacks the changes since then, so a rebuild would lose them.`,
    remedy:
      'It is written while Coffer runs and the store accepts it. Otherwise the log has the reason: journal_not_written.',
  };
}

async function checkRebuild(db: Parameters<typeof findUnfinished>[0]): Promise<readonly Finding[]> {
  if ((await findUnfinished(db)) === undefined) return [];
  return [
    {
      check: 'Rebuild',
      state: 'warn',
      message: 'not finished: accounts of the embedded pool are missing, so these people cannot sign in.',
      remedy:
        'Stop Coffer and run npm run rebuild again: it makes the missing accounts and changes nothing else.',
    },
  ];
}

const LEVELS = {
  1: 'it checks the SHA-256 of every part',
  2: 'it checks the MD5 of every part, but no SHA-256',
  3: 'it checks no checksums: contents count as unverified until the server has read them again',
} as const satisfies Record<Blobs['integrity'], string>;

async function checkStore({ config }: PartContext, blobs: Blobs): Promise<readonly Finding[]> {
  const integrity: Finding = {
    check: 'Store',
    state: blobs.integrity === 1 ? 'ok' : 'warn',
    message: `answers; ${LEVELS[blobs.integrity]}`,
    ...(blobs.integrity === 1 ? {} : { remedy: 'A newer version of the store may check more.' }),
  };
  return [integrity, ...(await checkSignatures(blobs)), await checkCors(blobs.publicOrigin, config.url)];
}

async function checkSignatures(blobs: Blobs): Promise<readonly Finding[]> {
  const checks = await blobs.checksSignatures();
  if (!checks.ok || checks.value) return [];
  const message =
    'accepts requests with a wrong signature: anyone who reaches it can read and change every file.';
  const remedy =
    'Turn on authentication in the store, and take COFFER_ALLOW_UNSIGNED_STORE out of the settings.';
  return [{ check: 'Store signatures', state: 'warn', message, remedy }];
}

async function checkCors(storeOrigin: string, pageOrigin: string): Promise<Finding> {
  const check = 'Store CORS';
  const headers = { origin: pageOrigin, 'access-control-request-method': 'PUT' };
  const asked = await ask(`${storeOrigin}/`, { method: 'OPTIONS', headers });
  if (asked === undefined) {
    const message = `${storeOrigin} cannot be reached from this machine.`;
    const remedy = 'Browsers send files there: check its name, its port and the reverse proxy.';
    return { check, state: 'warn', message, remedy };
  }
  const allowed = asked.headers.get('access-control-allow-origin');
  if (allowed === pageOrigin || allowed === '*')
    return fine(check, `${storeOrigin} allows pages of ${pageOrigin}`);
  const message = `${storeOrigin} did not confirm that it allows pages of ${pageOrigin}.`;
  const remedy = `Allow the origin ${pageOrigin} to GET, HEAD and PUT in the CORS rules of the bucket, if uploads fail.`;
  return { check, state: 'warn', message, remedy };
}

const Discovery = z.looseObject({ issuer: z.string() });

async function checkPool(
  { clock }: PartContext,
  { pool, issuerUrl }: StartedPool,
): Promise<readonly Finding[]> {
  const pinged = await pool.ping();
  if (!pinged.ok) {
    const remedy = 'Check COFFER_POOL_ENDPOINT, COFFER_POOL_ISSUER and the network.';
    return [{ check: 'Pool', state: 'fail', message: `does not answer (${pinged.error.code}).`, remedy }];
  }
  const document = await ask(`${issuerUrl}/.well-known/openid-configuration`, {});
  const issuer = Discovery.safeParse(document?.body).data?.issuer;
  const discovery: Finding =
    issuer === issuerUrl
      ? fine('Pool', `${issuerUrl} answers`)
      : {
          check: 'Pool',
          state: 'fail',
          message: `its discovery document names ${issuer ?? 'no issuer'}, and not ${issuerUrl}.`,
          remedy: 'Set COFFER_POOL_ISSUER to the issuer that the pool names.',
        };
  return [discovery, skewFinding(document?.headers.get('date') ?? undefined, clock.now())];
}

/** Compares the clocks. Signed requests and tokens fail if they differ too much. */
export function skewFinding(date: string | undefined, now: Date): Finding {
  const check = 'Clock';
  const skewMs = date === undefined ? Number.NaN : Math.abs(Date.parse(date) - now.getTime());
  if (Number.isNaN(skewMs)) return { check, state: 'warn', message: 'the pool does not report its time.' };
  const message = `differs from the pool's by ${Math.round(skewMs / SECOND_MS)} s`;
  if (skewMs <= SKEW_WARNING_MS) return fine(check, message);
  const remedy = 'Let the machine synchronize its clock (NTP).';
  return { check, state: skewMs <= SKEW_MAX_MS ? 'warn' : 'fail', message, remedy };
}

interface Asked {
  readonly headers: Headers;
  readonly body: unknown;
}

async function ask(url: string, init: RequestInit): Promise<Asked | undefined> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { headers: response.headers, body: isJson ? JSON.parse(text) : undefined };
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}
