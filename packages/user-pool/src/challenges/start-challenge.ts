import { assert, err, ok, type Result } from '@coffer/kit';
import { requiredAttributes } from '../accounts/attribute-schema.ts';
import {
  type AddressAttribute,
  type CodePurpose,
  describeAddress,
  describeDecoy,
  issueCode,
  mediumOf,
} from '../codes/codes.ts';
import { queueDecoy, queueMessage } from '../delivery/queue.ts';
import { errors, type PoolError } from '../errors.ts';
import { takeToken } from '../limits/limits.ts';
import type { Tx } from '../store/database/database.ts';
import { findSoftwareToken } from '../store/software-tokens.ts';
import type { AuthResponse, AuthResult, SignInContext, SignInDeps } from './answer.ts';
import {
  activeFactors,
  type Passed,
  type SessionStep,
  type SignInState,
  settableFactors,
  STEPS,
  verifiedAddress,
} from './flow.ts';
import { mayReceiveCodes, type Person } from './person.ts';
import { beginSession, sessionLifeMs } from './sessions.ts';

export interface Entry extends Pick<SignInContext, 'client'> {
  readonly person: Person;
  readonly step: SessionStep;
  readonly state: SignInState;
  /** As typed, for the masked address of a decoy user. */
  readonly name?: string | undefined;
  readonly pendingSealed?: string;
  readonly handle?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Runs first in the transaction of the step. An error stops the step. */
  readonly commit?: ((tx: Tx) => Promise<Result<void, PoolError>>) | undefined;
}

export async function startChallenge(deps: SignInDeps, entry: Entry): AuthResult {
  const sending = codeOf(entry);
  if (sending !== undefined) {
    const isWithinLimit = await takeToken(deps, { subject: entry.person.subject, rule: 'signInCode' });
    if (!isWithinLimit) return err(errors.attemptLimitExceeded);
  }
  return await deps.db.transaction().execute(async (tx): AuthResult => {
    const committed = await (entry.commit?.(tx) ?? ok(undefined));
    if (!committed.ok) return committed;
    const session = await beginSession(deps, tx, entry);
    const sent =
      sending === undefined ? {} : await sendCode(deps, tx, { entry, sending, hash: session.hash });
    const described = await describe(tx, entry);
    return ok({
      ...challengeName(entry.step),
      Session: session.handle,
      ChallengeParameters: { ...described, ...sent, ...entry.parameters },
      ...(entry.step === 'SELECT_CHALLENGE' ? { AvailableChallenges: entry.state.offered ?? [] } : {}),
    });
  });
}

function challengeName(step: SessionStep): Pick<AuthResponse, 'ChallengeName'> {
  const name = STEPS[step];
  assert(name !== undefined, 'the step has no challenge');
  return { ChallengeName: name };
}

interface Sending {
  readonly attribute: AddressAttribute;
  readonly purpose: Extract<CodePurpose, 'mfa' | 'first_factor' | 'custom'>;
  readonly digits: number;
  readonly proves: Passed;
}

const CODES: Readonly<Partial<Record<SessionStep, Sending>>> = {
  EMAIL_OTP_FIRST: { attribute: 'email', purpose: 'first_factor', digits: 8, proves: 'EMAIL_OTP_FIRST' },
  SMS_OTP: { attribute: 'phone_number', purpose: 'first_factor', digits: 8, proves: 'SMS_OTP' },
  SMS_MFA: { attribute: 'phone_number', purpose: 'mfa', digits: 6, proves: 'SMS_MFA' },
  EMAIL_OTP: { attribute: 'email', purpose: 'mfa', digits: 6, proves: 'EMAIL_OTP' },
  MFA_SETUP_EMAIL: { attribute: 'email', purpose: 'mfa', digits: 6, proves: 'MFA_SETUP' },
};
const EMAIL_QUESTION: Sending = {
  attribute: 'email',
  purpose: 'custom',
  digits: 6,
  proves: 'CUSTOM_CHALLENGE',
};

export function codeOf(entry: Pick<Entry, 'client' | 'step'>): Sending | undefined {
  const isEmailQuestion =
    entry.step === 'CUSTOM_CHALLENGE' && entry.client.pool.settings.customAuth?.kind === 'email_code';
  return isEmailQuestion ? EMAIL_QUESTION : CODES[entry.step];
}

async function sendCode(
  deps: SignInDeps,
  tx: Tx,
  of: { readonly entry: Entry; readonly sending: Sending; readonly hash: Buffer },
): Promise<Readonly<Record<string, string>>> {
  const { entry, sending, hash } = of;
  const { attribute, purpose, digits } = sending;
  const { person, client } = entry;
  const poolId = client.pool.id;
  const code = await issueCode(deps, tx, {
    ...(person.account === undefined
      ? { subject: { id: person.subject, poolId } }
      : { account: person.account }),
    purpose,
    digits,
    lifeMs: sessionLifeMs(client),
    sessionHash: hash,
  });
  const to = addressOf(entry, attribute);
  const message = { poolId, kind: purpose, medium: mediumOf(attribute), values: { code } };
  const delivery =
    to === undefined
      ? describeDecoy(deps.vault, client.pool, entry.name ?? person.userIdForSrp)
      : describeAddress(to, attribute);
  const isSent = purpose === 'mfa' || mayReceiveCodes(person.account);
  if (person.account !== undefined && to !== undefined && isSent)
    await queueMessage(deps, tx, { ...message, accountId: person.account.id, to });
  else await queueDecoy(deps, tx, { ...message, to: to ?? entry.name ?? person.userIdForSrp });
  return {
    CODE_DELIVERY_DELIVERY_MEDIUM: delivery.DeliveryMedium,
    CODE_DELIVERY_DESTINATION: delivery.Destination,
  };
}

function addressOf(entry: Entry, attribute: AddressAttribute): string | undefined {
  if (entry.step === 'MFA_SETUP_EMAIL') return entry.state.address;
  return entry.person.account && verifiedAddress(entry.person.account, attribute);
}

async function describe(tx: Tx, entry: Entry): Promise<Readonly<Record<string, string>>> {
  const { person, step, state, client } = entry;
  const { account, userIdForSrp } = person;
  const { settings } = client.pool;
  const user = { USER_ID_FOR_SRP: userIdForSrp };
  switch (step) {
    case 'SELECT_CHALLENGE':
    case 'PASSWORD':
    case 'PASSWORD_SRP':
    case 'CUSTOM_CHALLENGE':
    case 'WEB_AUTHN':
      return { USERNAME: userIdForSrp };
    case 'DEVICE_SRP_AUTH':
    case 'DEVICE_PASSWORD_VERIFIER':
      return {
        USERNAME: userIdForSrp,
        ...(state.deviceKey === undefined ? {} : { DEVICE_KEY: state.deviceKey }),
      };
    case 'NEW_PASSWORD_REQUIRED':
      return {
        ...user,
        requiredAttributes: JSON.stringify(
          requiredAttributes(client.pool)
            .filter((name) => account?.attributes[name] === undefined)
            .map((name) => `userAttributes.${name}`),
        ),
        userAttributes: JSON.stringify(account?.attributes ?? {}),
      };
    case 'SELECT_MFA_TYPE':
      return {
        ...user,
        MFAS_CAN_CHOOSE: JSON.stringify(account === undefined ? [] : activeFactors(settings, account)),
      };
    case 'MFA_SETUP':
      return { ...user, MFAS_CAN_SETUP: JSON.stringify(settableFactors(settings)) };
    case 'SOFTWARE_TOKEN_MFA': {
      const name = account && (await findSoftwareToken(tx, account.id))?.friendlyName;
      return typeof name === 'string' ? { ...user, FRIENDLY_DEVICE_NAME: name } : user;
    }
    case 'EMAIL_OTP_FIRST':
    case 'SMS_OTP':
    case 'SIGNED_UP':
    case 'SMS_MFA':
    case 'EMAIL_OTP':
    case 'MFA_SETUP_ASSOCIATED':
    case 'MFA_SETUP_VERIFIED':
    case 'MFA_SETUP_EMAIL':
      return user;
  }
}
