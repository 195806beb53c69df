import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

/** Debian's Chromium where it is installed, else the one that Playwright fetched. Without it, nothing speaks to the outside. */
export const CHROMIUM: LaunchOptions = {
  ...(INSTALLED === undefined ? {} : { executablePath: INSTALLED }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
