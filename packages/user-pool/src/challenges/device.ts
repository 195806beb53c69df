import { randomBytes } from 'node:crypto';
import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { equalInConstantTime } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import { openDeviceVerifier } from '../devices/device-verifier.ts';
import { errors, type PoolError } from '../errors.ts';
import { fromBytes, importExponent } from '../srp/group.ts';
import { computeProof, computeProofKey, computeServerPublic, parseClientPublic } from '../srp/server.ts';
import { formatTimestamp } from '../srp/timestamp.ts';
import { type Device, findDevice, recordDeviceUse } from '../store/devices.ts';
import { advance } from './advance.ts';
import type { Answer, AnswerHandler } from './answer.ts';
import { enter } from './enter.ts';
import type { SessionStep } from './flow.ts';
import { CLOCK_SKEW_MAX_MS, readClaim } from './password-verifier.ts';
import { checkStanding, personOf } from './person.ts';
import { consumeSession, type OpenSession, openSession } from './sessions.ts';

const SECRET_BLOCK_SIZE_BYTES = 64;

/** The server's half of an exchange, sealed with its Session. Numbers are hexadecimal. */
const exchangeSchema = z.object({
  secretBlock: z.string(),
  clientPublic: z.string(),
  serverPublic: z.string(),
  serverPrivate: z.string(),
});

/** DEVICE_SRP_AUTH: a device that was confirmed begins to prove its secret. */
export const answerDeviceSrp: AnswerHandler = async (deps, answer) => {
  const clientPublicHex = answer.responses['SRP_A'];
  if (clientPublicHex === undefined) return err(errors.missingParameter('SRP_A'));
  const clientPublic = parseClientPublic(clientPublicHex);
  if (clientPublic === undefined) return err(errors.srpPublicInvalid);
  const opened = await openDeviceStep(deps, answer, 'DEVICE_SRP_AUTH');
  if (!opened.ok) return opened;
  const { session, account, device, salt, verifier } = opened.value;
  const serverPrivate = await deps.exponents.take();
  const serverPublic = computeServerPublic(verifier, serverPrivate);
  const secretBlock = randomBytes(SECRET_BLOCK_SIZE_BYTES).toString('base64');
  const exchange = {
    secretBlock,
    clientPublic: clientPublic.toString(16),
    serverPublic: serverPublic.toString(16),
    serverPrivate: serverPrivate.value.toString(16),
  } satisfies z.infer<typeof exchangeSchema>;
  return await enter(deps, {
    client: answer.client,
    person: personOf(deps, answer.client, account),
    step: 'DEVICE_PASSWORD_VERIFIER',
    state: session.state,
    pendingSealed: deps.vault.seal(exchangeContext(device), Buffer.from(JSON.stringify(exchange))),
    parameters: {
      SALT: fromBytes(salt).toString(16),
      SRP_B: exchange.serverPublic,
      SECRET_BLOCK: secretBlock,
      DEVICE_KEY: device.key,
    },
    commit: (tx) => consumeSession(deps, tx, session),
  });
};

/**
 * DEVICE_PASSWORD_VERIFIER: the proof of a device's secret, by the same arithmetic as a password's with the group for
 * the pool and the key for the user. The exchange is spent by the answer, whatever comes of it.
 */
export const answerDevicePasswordVerifier: AnswerHandler = async (deps, answer) => {
  const claim = readClaim(answer.responses);
  if (!claim.ok) return claim;
  const opened = await openDeviceStep(deps, answer, 'DEVICE_PASSWORD_VERIFIER');
  if (!opened.ok) return opened;
  const { session, account, device, verifier } = opened.value;
  if (session.pendingSealed === null) return err(errors.sessionInvalid);
  const pending = deps.vault.open(exchangeContext(device), session.pendingSealed).toString('utf8');
  const exchange = exchangeSchema.parse(JSON.parse(pending));
  const now = deps.clock.now();
  const { at, secretBlock, signature } = claim.value;
  const key = await computeProofKey({
    clientPublic: BigInt(`0x${exchange.clientPublic}`),
    serverPublic: BigInt(`0x${exchange.serverPublic}`),
    serverPrivate: importExponent(BigInt(`0x${exchange.serverPrivate}`)),
    verifier,
  });
  const expected = computeProof(
    key,
    { poolName: device.groupKey, userId: device.key },
    { secretBlock: Buffer.from(exchange.secretBlock, 'base64'), timestamp: formatTimestamp(at) },
  );
  const isProof =
    equalInConstantTime(Buffer.from(expected.toString('base64')), Buffer.from(signature)) &&
    equalInConstantTime(Buffer.from(exchange.secretBlock), Buffer.from(secretBlock)) &&
    Math.abs(at.getTime() - now.getTime()) <= CLOCK_SKEW_MAX_MS;
  // What it was remembered for was given already: the second factor was left out.
  const isAsClaimed = session.state.isDeviceRemembered !== true || device.status === 'remembered';
  if (!isProof || !isAsClaimed) {
    const consumed = await consumeSession(deps, deps.db, session);
    return consumed.ok ? err(errors.incorrectCredentials) : consumed;
  }
  const mayGoOn = checkStanding(account, now);
  if (!mayGoOn.ok) return mayGoOn;
  return await advance(deps, {
    ...answer,
    account,
    state: session.state,
    passed: 'DEVICE_PASSWORD_VERIFIER',
    commit: async (tx) => {
      const consumed = await consumeSession(deps, tx, session);
      if (!consumed.ok) return consumed;
      const owner = { poolId: account.poolId, accountId: account.id };
      const use = { deviceKey: device.key, address: answer.address ?? null, now };
      return (await recordDeviceUse(tx, owner, use)) ? ok(undefined) : err(errors.deviceNotFound);
    },
  });
};

interface DeviceStep extends OpenSession {
  readonly device: Device;
  readonly salt: Buffer;
  readonly verifier: bigint;
}

/** The Session of a device step with the device that it is for, which the answer must name. */
async function openDeviceStep(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  answer: Answer,
  step: SessionStep,
): Promise<Result<DeviceStep, PoolError>> {
  const deviceKey = answer.responses['DEVICE_KEY'];
  if (deviceKey === undefined) return err(errors.missingParameter('DEVICE_KEY'));
  if (answer.session === undefined) return err(errors.missingParameter('Session'));
  const opened = await openSession(deps, {
    handle: answer.session,
    steps: [step],
    client: answer.client,
    username: answer.username,
  });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  const owner = { poolId: account.poolId, accountId: account.id };
  const device =
    session.state.deviceKey === deviceKey ? await findDevice(deps.db, owner, deviceKey) : undefined;
  if (device?.verifier === undefined) return err(errors.deviceNotFound);
  const verifier = openDeviceVerifier(deps.vault, device, device.verifier.sealed);
  return ok({ session, account, device, salt: device.verifier.salt, verifier });
}

export function exchangeContext(device: Pick<Device, 'key'>): string {
  return `device exchange|${device.key}`;
}
