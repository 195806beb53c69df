import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAwsCli, openBoto3, openSdk } from './api-clients.contract.ts';
import type { Case, Scene } from './case.contract.ts';
import { BUCKET_CASES, LISTING_CASES } from './cases-buckets.contract.ts';
import { FORM_CASES } from './cases-forms.contract.ts';
import { CHECKSUM_CASES, MULTIPART_CASES } from './cases-multipart.contract.ts';
import { OBJECT_CASES } from './cases-objects.contract.ts';
import { CONDITION_CASES, RANGE_CASES } from './cases-reads.contract.ts';
import { ERROR_CASES, OMITTED_CASES, SIGNATURE_CASES } from './cases-signatures.contract.ts';
import { type Api, type Endpoint, Impossible, Refused } from './client.contract.ts';
import { openCurl, openRclone, openS3cmd } from './commands.contract.ts';

export const CASES: readonly Case[] = [
  ...BUCKET_CASES,
  ...OBJECT_CASES,
  ...LISTING_CASES,
  ...RANGE_CASES,
  ...CONDITION_CASES,
  ...MULTIPART_CASES,
  ...CHECKSUM_CASES,
  ...SIGNATURE_CASES,
  ...FORM_CASES,
  ...ERROR_CASES,
  ...OMITTED_CASES,
];

export const CLIENTS = ['SDK v3', 'boto3', 'AWS CLI', 's3cmd', 'rclone', 'curl'] as const;
export type ClientName = (typeof CLIENTS)[number];

/** `omitted`: the store responds with NotImplemented. `none`: the client cannot send the request. */
export type Mark = 'yes' | 'no' | 'omitted' | 'none';

export interface Outcome {
  readonly case: string;
  readonly client: ClientName;
  readonly mark: Mark;
  readonly reason?: string;
}

export interface SuiteResult {
  readonly outcomes: readonly Outcome[];
  readonly versions: Readonly<Partial<Record<ClientName, string>>>;
}

export interface Selection {
  readonly clients?: readonly ClientName[];
  readonly cases?: readonly Case[];
}

const AT_ONCE = 3;

type Runner = {
  readonly version: string;
  perform(each: Case, scene: Omit<Scene<never>, 'client'>): Promise<void> | undefined;
  close(): Promise<void>;
};

export const caseName = ({ area, name }: Case): string => `${area}: ${name}`;

export async function runSuite(
  endpoint: Endpoint,
  { clients = CLIENTS, cases = CASES }: Selection = {},
): Promise<SuiteResult> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-compatibility-'));
  const outcomes: Outcome[] = [];
  const versions: Partial<Record<ClientName, string>> = {};
  const runOf = async (client: ClientName): Promise<void> => {
    const runner = await open(client, endpoint);
    if (runner === undefined) return;
    versions[client] = runner.version;
    try {
      outcomes.push(...(await runClient(client, runner, { endpoint, folder, cases })));
    } finally {
      await runner.close();
    }
  };
  try {
    await Promise.all(clients.map(runOf));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { outcomes, versions };
}

interface Theatre {
  readonly endpoint: Endpoint;
  readonly folder: string;
  readonly cases: readonly Case[];
}

async function runClient(
  client: ClientName,
  runner: Runner,
  { endpoint, folder, cases }: Theatre,
): Promise<readonly Outcome[]> {
  const bucket = freshName();
  const setUp = await openSdk(endpoint);
  await setUp.call('CreateBucket', { Bucket: bucket });
  const perform = async (each: Case, i: number): Promise<Outcome> => {
    const scene = { endpoint, bucket, prefix: `case-${i}/`, freshBucket: freshName(), folder };
    const outcome = { case: caseName(each), client };
    try {
      const work = runner.perform(each, scene);
      await work;
      return { ...outcome, mark: work === undefined ? 'none' : 'yes' };
    } catch (error) {
      return { ...outcome, ...judge(error) };
    }
  };
  const outcomes: Outcome[] = [];
  const queue = [...cases.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      outcomes.push(await perform(next[1], next[0]));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await setUp.close();
  return outcomes;
}

function judge(error: unknown): Pick<Outcome, 'mark' | 'reason'> {
  if (error instanceof Impossible) return { mark: 'none' };
  if (error instanceof Refused && error.code === 'NotImplemented') return { mark: 'omitted' };
  return { mark: 'no', reason: error instanceof Error ? error.message : String(error) };
}

const freshName = (): string => `suite-${randomBytes(6).toString('hex')}`;

async function open(client: ClientName, endpoint: Endpoint): Promise<Runner | undefined> {
  switch (client) {
    case 'SDK v3':
      return ofApi(await openSdk(endpoint));
    case 'boto3':
      return ofApi(await openBoto3(endpoint));
    case 'AWS CLI':
      return ofApi(await openAwsCli(endpoint));
    case 's3cmd':
      return ofCommand(await openS3cmd(endpoint), (each) => each.s3cmd);
    case 'rclone':
      return ofCommand(await openRclone(endpoint), (each) => each.rclone);
    case 'curl':
      return ofCommand(await openCurl(endpoint), (each) => each.curl);
  }
}

function ofApi(api: Api | undefined): Runner | undefined {
  if (api === undefined) return undefined;
  return {
    version: api.version,
    perform: (each, scene) => each.api?.({ ...scene, client: api }),
    close: () => api.close(),
  };
}

function ofCommand<Client extends { readonly version: string }>(
  client: Client | undefined,
  pick: (each: Case) => ((scene: Scene<Client>) => Promise<void>) | undefined,
): Runner | undefined {
  if (client === undefined) return undefined;
  return {
    version: client.version,
    perform: (each, scene) => pick(each)?.({ ...scene, client }),
    close: async () => undefined,
  };
}
