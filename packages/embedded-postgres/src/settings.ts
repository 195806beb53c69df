/** Server arguments. Everything is durable unless the caller explicitly allows data loss. */
export function serverArguments(options: {
  readonly data: string;
  readonly socketFolder: string;
  readonly allowDataLoss: boolean;
  readonly connectionsMax: number;
}): readonly string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: options.socketFolder,
    unix_socket_permissions: '0700',
    max_connections: String(options.connectionsMax),
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    jit: 'off',
    // Each autovacuum round starts a process per database, even if nothing has changed.
    autovacuum_naptime: '5min',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    // Messages of failed statements can contain user input, so only the client gets them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_statement: 'none',
    log_min_duration_statement: '-1',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    // A start waits as long as recovery reports progress.
    log_startup_progress_interval: '10s',
    ...(options.allowDataLoss ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  return [
    '-D',
    options.data,
    '-p',
    '5432',
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/**
 * Only the account of this process may connect (`peer` authentication). An account without a name cannot use `peer`;
 * there the permissions of the socket folder protect the server.
 * @see https://www.postgresql.org/docs/18/auth-peer.html
 */
export function accessFiles(
  databases: readonly string[],
  clientName: string | undefined,
): Record<'pg_hba.conf' | 'pg_ident.conf', string> {
  const roles = ['postgres', ...databases];
  const method = clientName === undefined ? 'trust' : 'peer map=coffer';
  const ident =
    clientName === undefined ? [] : roles.map((role) => `coffer ${quote(clientName)} ${quote(role)}\n`);
  return { 'pg_hba.conf': `local all all ${method}\n`, 'pg_ident.conf': ident.join('') };
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
