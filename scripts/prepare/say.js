import { spawn } from 'node:child_process';

/** Shown without a stack. */
export class Problem extends Error {}

/** @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ status: number, output: string }>} Status -1: it could not be started.
 */
export async function run(program, args, options = {}) {
  return await new Promise((resolve) => {
    /** @type {Buffer[]} */
    const chunks = [];
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ status: -1, output: error.message }));
    child.on('close', (status) =>
      resolve({ status: status ?? -1, output: Buffer.concat(chunks).toString('utf8') }),
    );
  });
}

/** @param {string} output */
export function lastLines(output) {
  return output.trimEnd().split('\n').slice(-25).join('\n');
}

/**
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function timed(what, task) {
  const startedAtMs = performance.now();
  say(`${what} ...`);
  const result = await task();
  say(`  done in ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`);
  return result;
}
