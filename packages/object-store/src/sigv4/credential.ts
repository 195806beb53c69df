import { randomBytes } from 'node:crypto';
import type { Grant } from './grant.ts';

export interface Credential extends Grant {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface FoundCredential {
  /** A decoy for an unknown id, so that the check takes as long as for a wrong signature. */
  readonly credential: Credential;
  readonly isKnown: boolean;
}

const DECOY: Credential = { accessKeyId: '', secretAccessKey: randomBytes(30).toString('base64') };

/** Do not reveal `isKnown` before the signature is computed. */
export function findCredential(credentials: readonly Credential[], accessKeyId: string): FoundCredential {
  const found = credentials.filter((candidate) => candidate.accessKeyId === accessKeyId)[0];
  return { credential: found ?? DECOY, isKnown: found !== undefined };
}
