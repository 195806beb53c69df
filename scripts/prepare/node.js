import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, run } from './say.js';

const MAJOR_NEEDED = 24;

/** Coffer itself needs more. */
export function requireOldestNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Problem(
    `Coffer needs Node.js 20.19 or newer to set itself up; this is ${process.versions.node}.`,
  );
}

/**
 * Prefers the Node.js among the dependencies, like npm scripts.
 *
 * @param {string} root
 * @returns {Promise<string>} Its path.
 */
export async function ensureNode(root) {
  const bundled = join(root, 'node_modules', '.bin', 'node');
  const isThere = existsSync(bundled);
  if (isThere && (await majorOf(bundled)) >= MAJOR_NEEDED) return bundled;
  if ((await majorOf(process.execPath)) >= MAJOR_NEEDED) {
    // npm scripts would prefer it.
    if (isThere) rmSync(bundled);
    return process.execPath;
  }
  throw new Problem(
    `Coffer runs on Node.js ${MAJOR_NEEDED}. This is ${process.versions.node}, and the one that comes with Coffer does not run on ` +
      `this platform (${process.platform}-${process.arch}). Install Node.js ${MAJOR_NEEDED} (https://nodejs.org) and try again.`,
  );
}

/** @param {string} node */
async function majorOf(node) {
  const { status, output } = await run(node, ['--version']);
  return status === 0 ? Number.parseInt(output.trim().slice(1), 10) : 0;
}
