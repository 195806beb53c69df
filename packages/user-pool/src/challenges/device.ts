import { randomBytes } from 'node:crypto';
import { err, ok, type Result } from '@coffer/kit';
import { cognitoTimestamp } from '@coffer/srp';
import { z } from 'zod';
import { equalInConstantTime } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import { openDeviceVerifier } from '../devices/device-verifier.ts';
import { errors, type PoolError } from '../errors.ts';
import { fromBytes, importExponent } from '../srp/group.ts';
import { computeProof, computeProofKey, computeServerPublic, parseClientPublic } from '../srp/server.ts';
import { findDeviceSessionHash } from '../store/auth-sessions.ts';
import { type Device, findDevice, recordDeviceUse } from '../store/devices.ts';
import { advance } from './advance.ts';
import type { Answer, AnswerHandler } from './answer.ts';
import { SRP_LIFE_MS } from './begin-srp.ts';
import { startChallenge } from './start-challenge.ts';
import type { SessionStep } from './flow.ts';
import { CLOCK_SKEW_MAX_MS, readClaim } from './password-verifier.ts';
import { checkAccountStatus, personOf } from './person.ts';
import { consumeSession, type OpenSession, openSession } from './sessions.ts';

const SECRET_BLOCK_SIZE_BYTES = 64;

const exchangeSchema = z.object({
  secretBlock: z.string(),
  clientPublic: z.string(),
  serverPublic: z.string(),
  serverPrivate: z.string(),
});

export const answerDeviceSrp: AnswerHandler = async (deps, answer) => {
  const clientPublicHex = answer.responses['SRP_A'];
  if (clientPublicHex === undefined) return err(errors.missingParameter('SRP_A'));
  const clientPublic = parseClientPublic(clientPublicHex);
  if (clientPublic === undefined) return err(errors.srpPublicInvalid);
  const handle = answer.session ?? (await findHandle(deps, answer));
  const opened = await openDeviceStep(deps, answer, { step: 'DEVICE_SRP_AUTH', handle });
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
  return await startChallenge(deps, {
    client: answer.client,
    person: personOf(deps, answer.client, account),
    step: 'DEVICE_PASSWORD_VERIFIER',
    state: session.state,
    pendingSealed: deps.vault.seal(exchangeContext(device), Buffer.from(JSON.stringify(exchange))),
    // Every client returns it as PASSWORD_CLAIM_SECRET_BLOCK, which finds the exchange without a Session.
    handle: secretBlock,
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
 * SRP with the device group in place of the pool and the device key in place of the user. Any answer consumes the
 * exchange.
 */
export const answerDevicePasswordVerifier: AnswerHandler = async (deps, answer) => {
  const claim = readClaim(answer.responses);
  if (!claim.ok) return claim;
  const handle = answer.session ?? claim.value.secretBlock;
  const opened = await openDeviceStep(deps, answer, { step: 'DEVICE_PASSWORD_VERIFIER', handle });
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
    { secretBlock: Buffer.from(exchange.secretBlock, 'base64'), timestamp: cognitoTimestamp(at) },
  );
  const isProof =
    equalInConstantTime(Buffer.from(expected.toString('base64')), Buffer.from(signature)) &&
    equalInConstantTime(Buffer.from(exchange.secretBlock), Buffer.from(secretBlock)) &&
    Math.abs(at.getTime() - now.getTime()) <= CLOCK_SKEW_MAX_MS;
  // The second factor was skipped because the device was remembered, so the device must still be remembered.
  const isAsClaimed = session.state.isDeviceRemembered !== true || device.status === 'remembered';
  if (!isProof || !isAsClaimed) {
    const consumed = await consumeSession(deps, deps.db, session);
    return consumed.ok ? err(errors.incorrectCredentials) : consumed;
  }
  const statusCheck = checkAccountStatus(account, now);
  if (!statusCheck.ok) return statusCheck;
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

/**
 * The Session must have the same client and address as the password proof; otherwise an attacker with the device secret
 * could wait for the owner's sign-in.
 */
async function findHandle(deps: Pick<Deps, 'db' | 'clock'>, answer: Answer): Promise<Buffer | undefined> {
  const deviceKey = answer.responses['DEVICE_KEY'];
  if (deviceKey === undefined) return undefined;
  const { id: clientId, pool } = answer.client;
  return await findDeviceSessionHash(deps.db, {
    poolId: pool.id,
    clientId,
    deviceKey,
    address: answer.address,
    createdAfter: new Date(deps.clock.now().getTime() - SRP_LIFE_MS),
  });
}

async function openDeviceStep(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  answer: Answer,
  { step, handle }: { readonly step: SessionStep; readonly handle: string | Buffer | undefined },
): Promise<Result<DeviceStep, PoolError>> {
  const deviceKey = answer.responses['DEVICE_KEY'];
  if (deviceKey === undefined) return err(errors.missingParameter('DEVICE_KEY'));
  if (handle === undefined) return err(errors.sessionInvalid);
  const opened = await openSession(deps, {
    handle,
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
