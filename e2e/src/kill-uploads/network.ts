import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import { CHROMIUM } from '../chromium.ts';
import type { Line } from './line.ts';

export interface Network extends AsyncDisposable {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly browser: LaunchOptions;
  /**
   * `link` takes the interface down, which the system notices. `silence` drops all packets. `reset` ends all existing
   * and new connections.
   */
  down(way: string, line: Line): void;
  up(line: Line): void;
}

/**
 * Creates a network namespace with one link to the proxy (root on Linux). Without the permission, only the proxy is
 * used and every outage is a `reset`.
 */
export function createNetwork(folder: string): Network {
  const executablePath = CHROMIUM.executablePath;
  if (executablePath === undefined || !mayMakeNamespaces()) return lineOnly();
  const name = `coffer-${process.pid}`;
  const [outer, inner] = [`cof${process.pid}o`, `cof${process.pid}i`];
  const subnet = `10.${200 + (process.pid % 50)}.${(process.pid >> 6) % 250}`;
  const host = `${subnet}.1`;
  const inside = (...command: readonly string[]): void => ip('netns', 'exec', name, ...command);
  ip('netns', 'add', name);
  ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name);
  // Chromium drops new connections of all pages when an address comes or goes: other tests would fail. So the host's end
  // has none, neither by IPv6 nor its own; a local route stands in for it.
  ip('link', 'set', outer, 'addrgenmode', 'none');
  ip('route', 'add', 'local', `${host}/32`, 'dev', 'lo');
  const linkUp = (): void => {
    ip('link', 'set', outer, 'up');
    ip('route', 'replace', `${subnet}.2/32`, 'dev', outer, 'src', host);
  };
  linkUp();
  inside('ip', 'addr', 'add', `${subnet}.2/30`, 'dev', inner);
  inside('ip', 'link', 'set', 'lo', 'up');
  inside('ip', 'link', 'set', inner, 'up');
  const launcher = join(folder, 'chromium-inside');
  writeFileSync(launcher, `#!/bin/sh\nexec ip netns exec ${name} ${executablePath} "$@"\n`);
  chmodSync(launcher, 0o755);
  let isSilent = false;
  const remove = (): void => {
    ip('link', 'del', outer);
    ip('route', 'del', 'local', `${host}/32`, 'dev', 'lo');
    ip('netns', 'del', name);
  };
  // The system would keep the namespace after an aborted run.
  process.once('exit', remove);
  return {
    name: 'a network namespace',
    hosts: [host],
    browser: {
      executablePath: launcher,
      args: [
        ...(CHROMIUM.args ?? []),
        // Only these names are secure contexts.
        `--host-resolver-rules=MAP localhost ${host}, MAP 127.0.0.1 ${host}`,
      ],
    },
    down: (way, line) => {
      if (way === 'link') ip('link', 'set', outer, 'down');
      else if (way === 'reset') line.cut();
      else {
        isSilent = true;
        // A token bucket too small for any packet.
        tc('qdisc', 'add', 'dev', outer, ...TINY_BUCKET);
        inside('tc', 'qdisc', 'add', 'dev', inner, ...TINY_BUCKET);
      }
    },
    up: (line) => {
      line.mend();
      linkUp();
      if (!isSilent) return;
      isSilent = false;
      tc('qdisc', 'del', 'dev', outer, 'root');
      inside('tc', 'qdisc', 'del', 'dev', inner, 'root');
    },
    [Symbol.asyncDispose]: async () => {
      process.off('exit', remove);
      await Promise.resolve(remove());
    },
  };
}

const TINY_BUCKET = ['root', 'tbf', 'rate', '8bit', 'burst', '1', 'latency', '1ms'] as const;

function lineOnly(): Network {
  return {
    name: 'a line that cuts every connection',
    hosts: [],
    browser: CHROMIUM,
    down: (_way, line) => line.cut(),
    up: (line) => line.mend(),
    [Symbol.asyncDispose]: async () => await Promise.resolve(),
  };
}

function mayMakeNamespaces(): boolean {
  const probe = `coffer-probe-${process.pid}`;
  try {
    ip('netns', 'add', probe);
    ip('link', 'add', 'cofprobe', 'type', 'veth', 'peer', 'name', 'cofprobe2', 'netns', probe);
    ip('link', 'set', 'cofprobe', 'addrgenmode', 'none');
    tc('qdisc', 'add', 'dev', 'cofprobe', ...TINY_BUCKET);
    ip('link', 'del', 'cofprobe');
    ip('netns', 'del', probe);
    return true;
  } catch (error) {
    // Not root, not Linux, or no kernel support.
    if (error instanceof Error) return false;
    throw error;
  }
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function tc(...args: readonly string[]): void {
  execFileSync('tc', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
