import { ERROR_STATUS, type ErrorCode, type Person, type Space } from '@coffer/contracts';
import type { Failure } from '../../operation.ts';
import type { Services } from '../../services.ts';
import type { NodeAccess } from '../files/index.ts';
import type { DavPath } from './paths.ts';

export type DavServices = Pick<Services, 'blobs' | 'clock' | 'config' | 'db' | 'log' | 'newId' | 'settings'>;

/** One request of a signed-in person. */
export interface DavCall {
  readonly services: DavServices;
  readonly actor: Person;
  readonly request: Request;
  readonly path: DavPath;
  /** Of this server, as `Destination` may name it. */
  readonly hosts: readonly string[];
  readonly requestId: string;
  /** Asks the client for the body (RFC 9110 section 10.1.1). */
  readonly body: () => AsyncIterable<Uint8Array>;
}

/** A space under the name that its folder has here. */
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

/** Nothing that the person sees is there. */
export interface Missing {
  readonly names: readonly string[];
  /** The folder in which it would be. */
  readonly parent: Found | undefined;
}

/** What is not the answer that the client wants. */
export type DavFailure = Failure | Refusal;

/** By status alone, where WebDAV demands one. */
export interface Refusal {
  readonly status: 400 | 403 | 404 | 405 | 409 | 411 | 412 | 413 | 415 | 423 | 502;
  /** A precondition of RFC 4918 section 16, as XML. */
  readonly condition?: string;
  readonly text?: string;
}

export function isRefusal(failure: DavFailure): failure is Refusal {
  return 'status' in failure;
}

/** Items of a batch carry codes of the catalogue as text. */
export function asFailure(code: string): { readonly code: ErrorCode } {
  return { code: isErrorCode(code) ? code : 'internal' };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}
