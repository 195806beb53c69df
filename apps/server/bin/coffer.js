#!/usr/bin/env node
// Plain JavaScript, because an older Node.js has to run this file to report that it is too old.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ENTRIES = new Map([
  ['start', 'main.js'],
  ['doctor', 'commands/doctor/main.ts'],
  ['verify', 'commands/verify/main.ts'],
  ['people', 'commands/people/main.ts'],
  ['rebuild', 'commands/rebuild/main.ts'],
  ['audit', 'commands/audit/main.ts'],
]);
/** Everything else is a command for the files of a person, who may use this machine too. */
const CLIENT = '../../packages/cli/entry/coffer.js';
const NODE_MAJOR = 24;
const root = resolve(import.meta.dirname, '..', '..', '..');

/** @param {string} message */
function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exit(64);
}

function isNewEnough() {
  return Number.parseInt(process.versions.node, 10) >= NODE_MAJOR;
}

function findNode() {
  const bundled = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(bundled)) return bundled;
  return refuse(
    `Coffer runs on Node.js ${NODE_MAJOR}; this is ${process.versions.node}. Run "npm ci --ignore-scripts" in ${root}, or install Node.js ${NODE_MAJOR}.`,
  );
}

const [command = '', ...args] = process.argv.slice(2);
const entry = ENTRIES.get(command);
const program =
  entry === undefined
    ? [join(import.meta.dirname, '..', CLIENT), ...(command === '' ? [] : [command]), ...args]
    : [join(import.meta.dirname, '..', 'src', entry), ...args];
const [file = ''] = program;

if (isNewEnough()) {
  // In this process, so that signals of whoever started it need not be passed on.
  process.argv.splice(1, process.argv.length, ...program);
  await import(pathToFileURL(file).href);
} else runBundled();

function runBundled() {
  const child = spawn(findNode(), program, { stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  // A terminal sends Ctrl+C to both processes. Forwarding it would deliver it twice.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  child.on('error', (error) => refuse(error.message));
  child.on('exit', (status, signal) => {
    process.exitCode = status ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 15);
  });
}
