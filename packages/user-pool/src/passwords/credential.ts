import { randomBytes } from 'node:crypto';
import { PRIME } from '@coffer/srp';
import { equalInConstantTime } from '../crypto/ids.ts';
import type { Vault } from '../crypto/vault.ts';
import { srpPoolName } from '../settings.ts';
import { fromBytes, powGenerator, toBytes } from '../srp/group.ts';
import { computeVerifier, SALT_SIZE_BYTES, type SrpIdentity } from '../srp/server.ts';
import type { Account, Credential } from '../store/accounts.ts';

/** Inputs of the verifier, which never change. */
export type CredentialOwner = Pick<Account, 'id' | 'poolId' | 'username'>;

export function srpIdentity(owner: CredentialOwner): SrpIdentity {
  return { poolName: srpPoolName(owner.poolId), userId: owner.username };
}

/**
 * [Note: Verifier at rest] v = g^x is a fast hash, so it is stored as AES-256-GCM(v), bound to pool and user. Without
 * the key, which is outside the database, guesses cannot be tested.
 */
export function createCredential(vault: Vault, owner: CredentialOwner, password: string): Credential {
  const salt = randomBytes(SALT_SIZE_BYTES);
  const verifier = computeVerifier(srpIdentity(owner), salt, password);
  return { salt, verifierSealed: vault.seal(verifierContext(owner), toBytes(verifier)) };
}

export function openVerifier(vault: Vault, owner: CredentialOwner, credential: Credential): bigint {
  return fromBytes(vault.open(verifierContext(owner), credential.verifierSealed));
}

export function isPassword(
  vault: Vault,
  account: CredentialOwner & { readonly credential: Credential | undefined },
  password: string,
): boolean {
  if (account.credential === undefined) return false;
  const stored = openVerifier(vault, account, account.credential);
  const given = computeVerifier(srpIdentity(account), account.credential.salt, password);
  return equalInConstantTime(fixedSize(stored), fixedSize(given));
}

/** Takes the same time for unknown users and for users without a password. */
export function isPasswordOf(
  deps: { readonly vault: Vault; readonly decoyVerifierSealed: string },
  person: {
    readonly account: Account | undefined;
    readonly poolId: string;
    readonly subject: string;
    readonly userIdForSrp: string;
    readonly decoySalt: Buffer;
  },
  password: string,
): boolean {
  const { account } = person;
  if (account?.credential !== undefined) return isPassword(deps.vault, account, password);
  const identity = { poolName: srpPoolName(person.poolId), userId: person.userIdForSrp };
  const stored = openDecoyVerifier(deps.vault, deps.decoyVerifierSealed);
  const given = computeVerifier(identity, person.decoySalt, password);
  equalInConstantTime(fixedSize(stored), fixedSize(given));
  return false;
}

const DECOY_CONTEXT = 'decoy verifier';

export function sealDecoyVerifier(vault: Vault): string {
  return vault.seal(DECOY_CONTEXT, toBytes(powGenerator(fromBytes(randomBytes(32)))));
}

export function openDecoyVerifier(vault: Vault, sealed: string): bigint {
  return fromBytes(vault.open(DECOY_CONTEXT, sealed));
}

export function verifierContext(owner: Pick<CredentialOwner, 'poolId' | 'id'>): string {
  return `verifier|${owner.poolId}|${owner.id}`;
}

function fixedSize(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(PRIME.toString(16).length, '0'), 'hex');
}
