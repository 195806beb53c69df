import type { LookupAddress } from 'node:dns';
import type { ClientRequest } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { createAddressRule, isLoopback } from './public-address.ts';
import { createResolveName, type ResolveName } from './resolve-name.ts';

export interface AddressGuardOptions {
  /** Internal networks that may be called nevertheless. */
  readonly allowed: readonly string[];
  /** Returns all IP addresses of a name. */
  readonly resolve?: ResolveName;
}

/** Keeps connections to URLs that people chose away from the operator's network and from this machine. */
export interface AddressGuard {
  /** Why the URL itself is not allowed, before its name is resolved. */
  readonly refusalOf: (url: string) => 'address_internal' | 'needs_https' | undefined;
  /** Throws for an IP address that must not be called. Names are checked when they are resolved. */
  readonly checkHost: (url: URL) => void;
  readonly lookup: (protocol: string, signal: AbortSignal) => LookupFunction;
  /** Ends a request that is connected to an address that must not be called. */
  readonly watch: (request: ClientRequest, protocol: string) => void;
}

export class AddressNotAllowedError extends Error {
  override readonly name = 'AddressNotAllowedError';
}

/**
 * [Note: One resolution] The connection itself resolves the name, once, and gets only addresses that were checked. A
 * name that resolves differently a moment later gains nothing, and redirects are not followed.
 */
export function createAddressGuard(options: AddressGuardOptions): AddressGuard {
  const isAllowed = createAddressRule(options.allowed);
  const resolve = options.resolve ?? createResolveName({ isSystemAsked: options.allowed.length > 0 });
  const check = (address: string, protocol: string): void => {
    const isFit = isAllowed(address) && (protocol === 'https:' || isLoopback(address));
    if (!isFit) throw new AddressNotAllowedError('the address is not allowed');
  };
  return {
    refusalOf: (text) => {
      const url = new URL(text);
      const host = hostOf(url);
      const literal = /(^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : host;
      if (isIP(literal) === 0) return url.protocol === 'https:' ? undefined : 'needs_https';
      if (!isAllowed(literal)) return 'address_internal';
      return url.protocol === 'https:' || isLoopback(literal) ? undefined : 'needs_https';
    },
    checkHost: (url) => {
      const host = hostOf(url);
      if (isIP(host) !== 0) check(host, url.protocol);
    },
    lookup: (protocol, signal) =>
      checkedLookup(
        async (name) => await resolve(name, signal),
        (address) => check(address, protocol),
      ),
    watch: (request, protocol) => {
      request.on('socket', (socket) => {
        const checkConnected = (): void => {
          try {
            check(socket.remoteAddress ?? '', protocol);
          } catch (error) {
            request.destroy(error instanceof Error ? error : undefined);
          }
        };
        // A connection that is used again was checked when it began.
        if (socket.connecting) socket.once('connect', checkConnected);
      });
    },
  };
}

function hostOf({ hostname }: URL): string {
  return hostname.replaceAll(/[[\]]/g, '');
}

/** All addresses must pass, because it is not known in advance which one a connection will use. */
function checkedLookup(
  resolve: (name: string) => Promise<readonly string[]>,
  check: (address: string) => void,
): LookupFunction {
  const find = async (name: string): Promise<readonly LookupAddress[]> => {
    const addresses = await resolve(name);
    if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
    for (const address of addresses) check(address);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  const answer = async (...[name, { all }, callback]: Parameters<LookupFunction>): Promise<void> => {
    const [found] = await Promise.allSettled([find(name)]);
    if (found.status === 'rejected') {
      callback(found.reason instanceof Error ? found.reason : new Error('no answer'), '', 0);
      return;
    }
    const [first] = found.value;
    if (all === true) callback(null, [...found.value]);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };
  return (...asked) => void answer(...asked);
}
