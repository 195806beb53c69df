import { ERROR_STATUS, type ErrorCode, type Person, type Space } from '@coffer/contracts';
import type { Failure } from '../../operation.ts';
import type { Services } from '../../services.ts';
import type { NodeAccess } from '../files/index.ts';
import type { DavPath } from './paths.ts';

export interface DavServices
  extends Pick<Services, 'blobs' | 'clock' | 'config' | 'db' | 'log' | 'newId' | 'settings'> {
  /** The disk of the embedded parts. */
  readonly disk?: { readonly isFull: boolean; readonly release: () => Promise<void> } | undefined;
}

/** One request of a signed-in person. */
export interface DavCall {
  readonly services: DavServices;
  readonly actor: Person;
  readonly request: Request;
  readonly path: DavPath;
  /** The hosts of this server that `Destination` may name. */
  readonly hosts: readonly string[];
  readonly requestId: string;
  /** Asks the client for the body (RFC 9110 section 10.1.1). */
  readonly body: () => AsyncIterable<Uint8Array>;
}

/** A space, and the name of its folder in the drive. */
export interface NamedSpace {
  readonly name: string;
  readonly space: Space;
}

export type Target =
  | { readonly kind: 'top'; readonly spaces: readonly NamedSpace[] }
  | (Found & { readonly kind: 'found' })
  | (Missing & { readonly kind: 'missing' });

export interface Found {
  readonly names: readonly string[];
  readonly space: Space;
  readonly access: NodeAccess;
}

/** A path that leads to nothing the person sees. */
export interface Missing {
  readonly names: readonly string[];
  /** The folder that would contain the item. */
  readonly parent: Found | undefined;
}

/** Why a request fails. */
export type DavFailure = Failure | Refusal;

/** A failure with an HTTP status only, if WebDAV requires one. */
export interface Refusal {
  readonly status: 400 | 403 | 404 | 405 | 409 | 411 | 412 | 413 | 415 | 423 | 502;
  /** A precondition of RFC 4918 section 16, as XML. */
  readonly condition?: string;
  readonly text?: string;
}

export function isRefusal(failure: DavFailure): failure is Refusal {
  return 'status' in failure;
}

/** Turns the code of a batch item, which is plain text, into a failure. */
export function asFailure(code: string): { readonly code: ErrorCode } {
  return { code: isErrorCode(code) ? code : 'internal' };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}
