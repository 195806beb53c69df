import { err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import { cognitoTimestamp } from '@coffer/srp';
import { recordAttemptOutcome } from '../accounts/lockout.ts';
import { hashName, inventUser } from '../accounts/names.ts';
import { equalInConstantTime, hashHandle } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import { type ClaimedDevice, getClaimedDevice } from '../devices/claimed-device.ts';
import { errors, type PoolError } from '../errors.ts';
import { openDecoyVerifier, openVerifier } from '../passwords/credential.ts';
import { srpPoolName } from '../settings.ts';
import { fromBytes } from '../srp/group.ts';
import { computeProof, computeProofKey, computeServerPublic } from '../srp/server.ts';
import { parseTimestamp } from '../srp/timestamp.ts';
import type { Account } from '../store/accounts.ts';
import {
  findSrpAccount,
  type SrpChallenge,
  type SrpChallengeKey,
  takeSrpChallenge,
} from '../store/srp-challenges.ts';
import { recordSuccessAndAdvance } from './advance.ts';
import type { Answer, AnswerHandler } from './answer.ts';
import { continueAfterPassword } from './custom.ts';
import { checkAccountStatus } from './person.ts';

export const CLOCK_SKEW_MAX_MS = 5 * MINUTE_MS;

/**
 * SECRET_BLOCK finds the exchange because some clients send no Session; the answer consumes it, right or wrong. Account
 * state is only reported after a correct proof.
 */
export const answerPasswordVerifier: AnswerHandler = async (deps, answer) => {
  const claim = readClaim(answer.responses);
  if (!claim.ok) return claim;
  const secretBlock = Buffer.from(claim.value.secretBlock, 'base64');
  const device = await readDevice(deps, answer, secretBlock);
  if (!device.ok) return device;
  const consumed = await takeSrpChallenge(deps.db, keyOf(answer, secretBlock));
  if (consumed === undefined) return err(errors.incorrectCredentials);

  const now = deps.clock.now();
  const { challenge, account } = consumed;
  const { at } = claim.value;
  const isProof = await isRightProof(deps, { challenge, account, secretBlock, claim: claim.value });
  const hasSucceeded =
    isProof &&
    account !== undefined &&
    challenge.expiresAt > now &&
    Math.abs(at.getTime() - now.getTime()) <= CLOCK_SKEW_MAX_MS &&
    isNamed(deps, answer, challenge) &&
    hasRequiredSession(answer, challenge);

  const attempt = {
    kind: 'password',
    poolId: challenge.poolId,
    subject: account?.id ?? inventUser(deps.vault, answer.client.pool, challenge.userIdForSrp).subject,
    address: answer.address,
  } as const;
  if (!hasSucceeded) {
    const isCounted = await recordAttemptOutcome(deps, { ...attempt, hasSucceeded });
    return err(isCounted ? errors.incorrectCredentials : errors.attemptsExceeded);
  }
  const state = { ...challenge.state, ...device.value };
  if (state.flow !== 'CUSTOM_AUTH')
    return await recordSuccessAndAdvance(deps, attempt, { ...answer, account, state, passed: 'PASSWORD' });
  if (!(await recordAttemptOutcome(deps, { ...attempt, hasSucceeded }))) return err(errors.attemptsExceeded);
  const statusCheck = checkAccountStatus(account, now);
  return statusCheck.ok ? await continueAfterPassword(deps, { ...answer, account, state }) : statusCheck;
};

function keyOf({ client }: Answer, secretBlock: Buffer): SrpChallengeKey {
  return { secretBlockHash: hashHandle(secretBlock), clientId: client.id, poolId: client.pool.id };
}

/** Checked before the exchange is consumed, because clients drop a forgotten device and send the same answer again. */
async function readDevice(
  deps: Pick<Deps, 'db'>,
  answer: Answer,
  secretBlock: Buffer,
): Promise<Result<ClaimedDevice | undefined, PoolError>> {
  const deviceKey = answer.responses['DEVICE_KEY'];
  if (deviceKey === undefined) return ok(undefined);
  const accountId = await findSrpAccount(deps.db, keyOf(answer, secretBlock));
  return await getClaimedDevice(deps, answer.client, { accountId, deviceKey });
}

export interface Claim {
  readonly signature: string;
  readonly secretBlock: string;
  readonly at: Date;
}

export function readClaim(responses: Answer['responses']): Result<Claim, PoolError> {
  const signature = responses['PASSWORD_CLAIM_SIGNATURE'];
  const secretBlock = responses['PASSWORD_CLAIM_SECRET_BLOCK'];
  const timestamp = responses['TIMESTAMP'];
  if (signature === undefined) return err(errors.missingParameter('PASSWORD_CLAIM_SIGNATURE'));
  if (secretBlock === undefined) return err(errors.missingParameter('PASSWORD_CLAIM_SECRET_BLOCK'));
  if (timestamp === undefined) return err(errors.missingParameter('TIMESTAMP'));
  const at = parseTimestamp(timestamp);
  return at === undefined ? err(errors.timestampUnreadable) : ok({ signature, secretBlock, at });
}

async function isRightProof(
  deps: Pick<Deps, 'vault' | 'decoyVerifierSealed' | 'exponents'>,
  attempt: {
    readonly challenge: SrpChallenge;
    readonly account: Account | undefined;
    readonly secretBlock: Buffer;
    readonly claim: Claim;
  },
): Promise<boolean> {
  const { challenge, account, secretBlock, claim } = attempt;
  const verifier =
    account?.credential === undefined
      ? openDecoyVerifier(deps.vault, deps.decoyVerifierSealed)
      : openVerifier(deps.vault, account, account.credential);
  const hash = challenge.secretBlockHash.toString('hex');
  const serverPrivate = deps.exponents.recall(challenge.secretBlockHash, () =>
    fromBytes(deps.vault.open(`srp|${hash}`, challenge.serverPrivateSealed)),
  );
  const key = await computeProofKey({
    clientPublic: fromBytes(challenge.clientPublic),
    // Equal to the value that was sent, unless the password changed since. In that case no proof matches.
    serverPublic: computeServerPublic(verifier, serverPrivate),
    serverPrivate,
    verifier,
  });
  const identity = { poolName: srpPoolName(challenge.poolId), userId: challenge.userIdForSrp };
  const expected = computeProof(key, identity, { secretBlock, timestamp: cognitoTimestamp(claim.at) });
  const isEqual = equalInConstantTime(Buffer.from(expected.toString('base64')), Buffer.from(claim.signature));
  return isEqual && account?.credential !== undefined;
}

/** Whether the answer has the Session of the exchange, if there was one. */
function hasRequiredSession(answer: Answer, challenge: SrpChallenge): boolean {
  if (challenge.sessionHash === null) return true;
  return (
    answer.session !== undefined && equalInConstantTime(hashHandle(answer.session), challenge.sessionHash)
  );
}

function isNamed(deps: Pick<Deps, 'vault'>, answer: Answer, challenge: SrpChallenge): boolean {
  if (answer.username === challenge.userIdForSrp) return true;
  return equalInConstantTime(hashName(deps.vault, answer.client.pool, answer.username), challenge.nameHash);
}
