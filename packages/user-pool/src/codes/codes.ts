import { randomInt } from 'node:crypto';
import { isEmail } from '../accounts/names.ts';
import { equalInConstantTime } from '../crypto/ids.ts';
import type { Medium } from '../delivery/delivery.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../store/accounts.ts';
import { type CodeKey, countCodeFailure, deleteCode, lockCode, saveCode } from '../store/codes.ts';
import type { Tx } from '../store/database/database.ts';
import type { Pool } from '../store/pools.ts';

export const CODE_FAILURES_MAX = 5;

export type CodePurpose = 'sign_up' | 'forgot' | 'verify_attribute' | 'mfa' | 'first_factor' | 'custom';

/** Owner of a code. Decoy users have codes too, so that they look like real ones. */
export type CodeOwner =
  | { readonly account: Pick<Account, 'id' | 'poolId'> }
  | { readonly subject: { readonly id: string; readonly poolId: string } };

export type CodeClaim = CodeOwner & {
  readonly purpose: CodePurpose;
  readonly attribute?: string;
  /** Each Session has a separate code, which is not valid for any other. */
  readonly sessionHash?: Buffer;
  /** What the code verifies, such as an address. The code is wrong if this has changed. */
  readonly about?: string;
};

/** Replaces the previous code. Stores only its HMAC; never log the returned value. */
export async function issueCode(
  deps: Pick<Deps, 'vault' | 'clock'>,
  tx: Tx,
  request: CodeClaim & { readonly digits: number; readonly lifeMs: number },
): Promise<string> {
  const code = String(randomInt(10 ** request.digits)).padStart(request.digits, '0');
  const now = deps.clock.now();
  await saveCode(tx, keyOf(request), {
    accountId: 'account' in request ? request.account.id : null,
    codeMac: macOf(deps.vault, request, code),
    createdAt: now,
    expiresAt: new Date(now.getTime() + request.lifeMs),
  });
  return code;
}

export type CodeOutcome = 'right' | 'wrong' | 'expired' | 'none' | 'too_many';

/**
 * `right` consumes the code unless it `isKept` for `withdrawCode`. The caller must commit in any case, so return errors
 * instead of throwing them, otherwise the attempt is not counted.
 */
export async function checkCode(
  deps: Pick<Deps, 'vault' | 'clock'>,
  tx: Tx,
  claim: CodeClaim & { readonly code: string; readonly isKept?: boolean },
): Promise<CodeOutcome> {
  const key = keyOf(claim);
  const given = macOf(deps.vault, claim, claim.code);
  const stored = await lockCode(tx, key);
  if (stored === undefined) return 'none';
  if (stored.expiresAt <= deps.clock.now()) return 'expired';
  if (stored.failureCount >= CODE_FAILURES_MAX) return 'too_many';
  if (equalInConstantTime(stored.codeMac, given)) {
    if (claim.isKept !== true) await deleteCode(tx, key);
    return 'right';
  }
  await countCodeFailure(tx, key);
  return 'wrong';
}

export async function withdrawCode(tx: Tx, claim: CodeClaim): Promise<void> {
  await deleteCode(tx, keyOf(claim));
}

function keyOf(claim: CodeClaim): CodeKey {
  const { id, poolId } = 'account' in claim ? claim.account : claim.subject;
  const scope = claim.sessionHash?.toString('base64url') ?? claim.attribute ?? '';
  return { poolId, subject: id, purpose: claim.purpose, scope };
}

function macOf(vault: Deps['vault'], claim: CodeClaim, code: string): Buffer {
  const { poolId, subject, purpose, scope } = keyOf(claim);
  return vault.mac('code', JSON.stringify([poolId, subject, purpose, scope, claim.about ?? '', code]));
}

export interface CodeDeliveryDetails {
  readonly Destination: string;
  readonly DeliveryMedium: Medium;
  readonly AttributeName: AddressAttribute;
}

export type AddressAttribute = 'email' | 'phone_number';

export function mediumOf(attribute: AddressAttribute): Medium {
  return attribute === 'email' ? 'EMAIL' : 'SMS';
}

export function attributeOf(medium: Medium): AddressAttribute {
  return medium === 'EMAIL' ? 'email' : 'phone_number';
}

export function describeDelivery(
  account: Pick<Account, 'attributes' | 'pendingAttributes'>,
  by: Medium | AddressAttribute,
): CodeDeliveryDetails {
  const attribute = by === 'EMAIL' || by === 'SMS' ? attributeOf(by) : by;
  const isWaiting = by === attribute;
  const address =
    (isWaiting ? account.pendingAttributes[attribute] : undefined) ?? account.attributes[attribute] ?? '';
  return describeAddress(address, attribute);
}

export function describeAddress(address: string, attribute: AddressAttribute): CodeDeliveryDetails {
  return {
    Destination: maskAddress(address, attribute),
    DeliveryMedium: mediumOf(attribute),
    AttributeName: attribute,
  };
}

/** The delivery details for an unknown name: always the same, derived from the name. */
export function describeDecoy(
  vault: Deps['vault'],
  pool: Pick<Pool, 'id'>,
  name: string,
): CodeDeliveryDetails {
  if (isEmail(name)) return describeAddress(name, 'email');
  if (/^\+\d{5,15}$/.test(name)) return describeAddress(name, 'phone_number');
  const bytes = vault.mac('decoy address', `${pool.id}\0${name.normalize('NFC').toLowerCase()}`);
  const letter = (at: number) => String.fromCodePoint(97 + (bytes.readUInt8(at) % 26));
  return describeAddress(`${letter(0)}@${letter(1)}`, 'email');
}

/** `j***@e***` and `+*******1234`. The number of stars is constant. */
function maskAddress(address: string, attribute: AddressAttribute): string {
  if (attribute === 'phone_number') return `+*******${address.slice(-4)}`;
  const [local = '', domain = ''] = address.split('@');
  return `${firstOf(local)}***@${firstOf(domain)}***`;
}

function firstOf(text: string): string {
  return Array.from(text)[0] ?? '';
}
