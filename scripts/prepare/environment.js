// oxlint-disable node/no-process-env -- this is the one place of the set-up that reads the environment.

export const environment = {
  all: process.env,
  path: process.env['PATH'] ?? '',
  npm: process.env['npm_execpath'],
  npmNode: process.env['npm_node_execpath'],
  npmCache: process.env['npm_config_cache'],
};
