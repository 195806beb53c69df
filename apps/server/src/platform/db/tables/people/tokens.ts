export interface TokensTables {
  api_token: ApiTokenTable;
}

interface ApiTokenTable {
  id: string;
  user_id: string;
  /** SHA-256 of the secret. */
  hash: string;
  label: string;
  scopes: string[];
  last_used_at: Date | null;
  created_at: Date;
  expires_at: Date;
}
