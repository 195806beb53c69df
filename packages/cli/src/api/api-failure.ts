import type { Issue } from '@coffer/contracts';
import { CommandFailure } from '../command-failure.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { ERROR_MESSAGES, issueMessage } from './error-messages.ts';

export type Facts = Readonly<Record<string, unknown>>;

/** A call that the server or the store refused, or that could not be made. */
export class ApiFailure extends CommandFailure {
  override readonly name = 'ApiFailure';
  readonly code: string;
  readonly facts: Facts;

  constructor(code: string, facts: Facts = {}, issues: readonly Issue[] = []) {
    super(messageOf(code, facts, issues), exitCodeOf(code));
    this.code = code;
    this.facts = facts;
  }
}

export function isFailure(error: unknown, ...codes: readonly string[]): error is ApiFailure {
  return error instanceof ApiFailure && codes.includes(error.code);
}

function messageOf(code: string, facts: Facts, issues: readonly Issue[]): string {
  if (code === 'scope_missing') return `${ERROR_MESSAGES.scope_missing} It needs ${String(facts['scope'])}.`;
  const [issue] = issues;
  if (issue !== undefined)
    return `${issueMessage(issue.code)}${issue.path === 'name' ? '' : ` (${issue.path})`}`;
  const known = MESSAGES.get(code);
  const reference = code === 'internal' && typeof facts['requestId'] === 'string' ? facts['requestId'] : '';
  if (known === undefined) return `The server answered "${code}".`;
  return reference === '' ? known : `${known} Reference: ${reference}`;
}

function untrusted(whose: string): string {
  return `The certificate of the ${whose} isn’t valid on this machine. NODE_EXTRA_CA_CERTS names a file with certificates of your own.`;
}

/** Messages for failures that are not responses of the server. */
const LOCAL_MESSAGES: Readonly<Record<string, string>> = {
  offline: 'The server can’t be reached. Check the address and your network.',
  store_unreachable: 'The object store can’t be reached. Try again in a moment.',
  server_untrusted: untrusted('server'),
  store_untrusted: untrusted('object store'),
  unreadable_answer:
    'The server’s response couldn’t be read. This "coffer" may be older or newer than the server.',
};

const MESSAGES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ERROR_MESSAGES),
  ...Object.entries(LOCAL_MESSAGES),
]);

const UNREACHABLE = new Set([
  'offline',
  'server_untrusted',
  'store_unreachable',
  'store_untrusted',
  'database_unavailable',
  'store_unavailable',
]);
const NOT_SIGNED_IN = new Set([
  'token_refused',
  'not_signed_in',
  'token_not_accepted',
  'scope_missing',
  'too_many_tries',
]);

function exitCodeOf(code: string): ExitCode {
  if (UNREACHABLE.has(code)) return EXIT.unreachable;
  return NOT_SIGNED_IN.has(code) ? EXIT.notSignedIn : EXIT.failed;
}
