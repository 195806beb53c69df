// Runs before installation, so plain JavaScript without dependencies, on Node.js 20.19 or newer.
import { resolve } from 'node:path';
import { ensureBrowser } from './prepare/browser.js';
import { ensureDependencies } from './prepare/dependencies.js';
import { ensureNode, requireOldestNode } from './prepare/node.js';
import { Problem, say } from './prepare/say.js';
import { ensureTools } from './prepare/tools.js';
import { ensureWebApplication } from './prepare/web-application.js';

const root = resolve(import.meta.dirname, '..');
const goal = process.argv[2];

try {
  if (goal !== 'start' && goal !== 'command' && goal !== 'test')
    throw new Problem('Usage: node scripts/prepare.js start|command|test');
  requireOldestNode();
  await ensureDependencies(root);
  const node = await ensureNode(root);
  // A command may run beside the server, which serves the pages of its own version.
  if (goal !== 'command') await ensureWebApplication(root, node);
  if (goal === 'test') {
    await ensureBrowser(root, node);
    await ensureTools();
  }
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  say(error.message);
  process.exitCode = 1;
}
