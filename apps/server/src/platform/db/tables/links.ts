import type { Generated } from 'kysely';
import type { Changing } from './changing.ts';

export interface LinksTables {
  link: LinkTable;
  link_visit: LinkVisitTable;
}

interface LinkTable extends Changing {
  id: string;
  space_id: string;
  node_id: string;
  kind: 'download';
  /** Hex of SHA-256. The token itself is not stored. */
  token_hash: string;
  label: string;
  /** Parameters, salt and hash of scrypt. */
  password_hash: string | null;
  expires_at: Date;
  downloads_max: number | null;
  downloads: Generated<number>;
  visits: Generated<number>;
  last_visit_at: Date | null;
  revoked_at: Date | null;
  created_by: string;
}

interface LinkVisitTable {
  id: string;
  link_id: string;
  what: 'opened' | 'password_failed';
  /** HMAC of the network with the token, so that the database alone names no client. */
  client_key: string;
  at: Date;
}
