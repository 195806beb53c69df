/** A connection through a Unix socket without a password: the kernel authenticates the account. */
export interface PostgresConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly connectionString: string;
}

export function connectionTo(
  host: string,
  database: string,
  as: 'owner' | 'superuser' = 'owner',
): PostgresConnection {
  const user = as === 'owner' ? database : 'postgres';
  const query = new URLSearchParams({ host, port: '5432' });
  return {
    host,
    port: 5432,
    user,
    database,
    connectionString: `postgresql://${user}@localhost/${database}?${query.toString()}`,
  };
}
