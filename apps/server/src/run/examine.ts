import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, SECOND_MS } from '@coffer/kit';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { isUnused, openDataFolder } from '../embedded/data-folder.ts';
import { otherOwnerOrHost } from '../embedded/owner.ts';
import { nameOf } from '../embedded/start-errors.ts';
import type { Log } from '../platform/log/log.ts';
import { checkAddress, checkDisk, checkPorts, checkThumbnails } from './check-host.ts';
import { checkParts } from './check-parts.ts';
import { failed, type Finding, fine, isFine } from './finding.ts';
import { needsDataFolder } from './parts.ts';

interface Examined {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

export async function examine(examined: Examined): Promise<readonly Finding[]> {
  const { config } = examined;
  const findings: Finding[] = [checkAddress(config), await checkThumbnails()];
  if (!needsDataFolder(config)) {
    findings.push(fine('Data folder', 'not needed: nothing is embedded'), ...(await checkPorts(config)));
    return [...findings, ...(findings.every(isFine) ? await examineParts(examined, undefined) : [])];
  }
  findings.push(await checkDisk(config.dataFolder));
  if (await isUnused(config.dataFolder)) {
    findings.push(fine('Data folder', `${config.dataFolder} will be created at the first start`));
    return [...findings, ...(await examineTrial(examined))];
  }
  const stranger = await findStranger(config.dataFolder);
  if (stranger !== undefined) return [...findings, stranger];
  const opened = await openDataFolder(config.dataFolder);
  if (!opened.ok && opened.error.code === 'data_locked') {
    return [
      ...findings,
      fine('Data folder', 'in use by a Coffer that is running'),
      ...(await examineRunning(config)),
    ];
  }
  if (!opened.ok) return [...findings, failed('Data folder', opened.error)];
  try {
    findings.push(fine('Data folder', opened.value.path), ...(await checkPorts(config)));
    return [...findings, ...(findings.every(isFine) ? await examineParts(examined, opened.value) : [])];
  } finally {
    opened.value.close();
  }
}

/** Another owner of the data. Root would give the database to PostgreSQL's account, and the owner could not start it. */
async function findStranger(folder: string): Promise<Finding | undefined> {
  const other = await otherOwnerOrHost(folder);
  if (other === undefined) return undefined;
  const message = `${folder} belongs to the account with the id ${other.owner}, and this is ${nameOf(other.own)}.`;
  const remedy = 'Nothing was checked. Run the doctor as the account that runs Coffer.';
  return { check: 'Data folder', state: 'fail', message, remedy };
}

async function examineParts(
  { config, clock, log }: Examined,
  folder: Parameters<typeof checkParts>[0]['folder'],
): Promise<readonly Finding[]> {
  return await checkParts({ config, folder, clock, log, onLost: () => undefined });
}

/** Tests the embedded parts in a temporary folder. */
async function examineTrial(examined: Examined): Promise<readonly Finding[]> {
  const ports = await checkPorts(examined.config);
  if (!ports.every(isFine)) return ports;
  const trial = await mkdtemp(join(tmpdir(), 'coffer-doctor-'));
  try {
    const opened = await openDataFolder(join(trial, 'data'));
    if (!opened.ok) return [...ports, failed('Trial folder', opened.error)];
    try {
      return [...ports, ...(await examineParts(examined, opened.value))];
    } finally {
      opened.value.close();
    }
  } finally {
    await rm(trial, { recursive: true, force: true, maxRetries: 3 });
  }
}

const Readiness = z.object({
  checks: z.record(z.string(), z.object({ state: z.enum(['ok', 'failed']), code: z.string().optional() })),
});

async function examineRunning(config: Config): Promise<readonly Finding[]> {
  const host =
    config.listenHost === '0.0.0.0' || config.listenHost === '::' ? '127.0.0.1' : config.listenHost;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${config.listenPort}/readyz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10 * SECOND_MS) });
    const { checks } = Readiness.parse(await response.json());
    return Object.entries(checks).map(([name, { state, code }]) => ({
      check: name.charAt(0).toUpperCase() + name.slice(1),
      state: state === 'failed' ? 'fail' : code === undefined ? 'ok' : 'warn',
      message: state === 'failed' ? `does not work (${code ?? 'unknown'}).` : runningMessage(code),
      ...(state === 'ok' ? {} : { remedy: 'See the log of the running Coffer.' }),
    }));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const message = `The running Coffer does not answer at ${url}.`;
    return [
      { check: 'Running', state: 'fail', message, remedy: 'It may be starting, or use another COFFER_PORT.' },
    ];
  }
}

function runningMessage(warning: string | undefined): string {
  return warning === undefined ? 'answers' : `answers, with a warning (${warning}).`;
}
