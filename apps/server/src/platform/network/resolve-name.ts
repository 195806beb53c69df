import { lookup, Resolver, TIMEOUT } from 'node:dns/promises';
import { SECOND_MS } from '@coffer/kit';

export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * [Note: Names of others] The operating system resolves names on the few threads that also read files, and such a
 * lookup cannot be cancelled. Names that people chose are therefore looked up at the name servers directly; with
 * `isSystemAsked`, the system looks up the rest, such as names in `/etc/hosts`, one at a time.
 */
export function createResolveName({
  isSystemAsked,
  servers,
}: {
  readonly isSystemAsked: boolean;
  /** Default: the name servers of the system. */
  readonly servers?: readonly string[];
}): ResolveName {
  let turn: Promise<unknown> = Promise.resolve();
  const askSystem: ResolveName = async (name, signal) => {
    const asked = turn.then(async () => {
      signal.throwIfAborted();
      return await lookup(name, { all: true });
    });
    turn = Promise.allSettled([asked]);
    return (await asked).map(({ address }) => address);
  };
  return async (name, signal) => {
    const isLocal = /(^|\.)localhost\.?$/.test(name);
    const [addresses, failure] = isLocal ? [[], undefined] : await askServers(name, servers);
    if (addresses.length > 0) return addresses;
    if (isSystemAsked && !hasTimedOut(failure)) return await askSystem(name, signal);
    throw failure ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  };
}

function hasTimedOut(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && error.code === TIMEOUT;
}

async function askServers(
  name: string,
  servers: readonly string[] | undefined,
): Promise<readonly [addresses: readonly string[], failure: Error | undefined]> {
  // A new resolver picks up changes of the system's name servers.
  const resolver = new Resolver({ timeout: 3 * SECOND_MS, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const failures = answers.flatMap((each) =>
    each.status === 'rejected' && each.reason instanceof Error ? [each.reason] : [],
  );
  return [
    answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])),
    failures.find(hasTimedOut) ?? failures[0],
  ];
}
