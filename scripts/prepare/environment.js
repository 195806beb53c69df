// oxlint-disable node/no-process-env -- this is the one place of the set-up that reads the environment.

/** What npm tells the scripts that it runs, and where programs lie. */
export const environment = {
  all: process.env,
  path: process.env['PATH'] ?? '',
  /** npm's own program, and the Node.js that runs it. */
  npm: process.env['npm_execpath'],
  npmNode: process.env['npm_node_execpath'],
  npmCache: process.env['npm_config_cache'],
};
