export interface SessionTables {
  session: SessionTable;
  logout_token: LogoutTokenTable;
  token_revocation: TokenRevocationTable;
}

interface SessionTable {
  /** Hex of SHA-256 of the cookie's secret. */
  id: string;
  user_id: string;
  kind: 'pool' | 'oidc';
  issuer_id: string | null;
  /** `sid` and subject at the issuer. Null for accounts of the user pool. */
  issuer_sid: string | null;
  issuer_subject: string | null;
  /** The successor of this session, which itself stays valid for some seconds. */
  replaced_by: string | null;
  /** Canonical user name, for SECRET_HASH. */
  username: string;
  access_token_sealed: string;
  refresh_token_sealed: string;
  access_expires_at: Date;
  /** Lease of the server that refreshes the tokens. */
  refresh_lease_until: Date | null;
  /** When the next refresh may be attempted after a failure. */
  refresh_retry_at: Date | null;
  device_label: string;
  address: string;
  created_at: Date;
  /** When the person last proved who they are. Null if the issuer does not say. */
  proved_at: Date | null;
  last_seen_at: Date;
  /** When the pool last confirmed the session. */
  checked_at: Date | null;
  expires_at: Date;
  revoked_at: Date | null;
}

/** Processed logout tokens. They prevent replay, and end sign-ins that are just finishing. */
interface LogoutTokenTable {
  issuer_id: string;
  jti_hash: string;
  issuer_sid: string | null;
  issuer_subject: string | null;
  received_at: Date;
  expires_at: Date;
}

interface TokenRevocationTable {
  id: string;
  refresh_token_sealed: string;
  tries: number;
  next_try_at: Date;
  created_at: Date;
  /** Null for the user pool. */
  issuer_id: string | null;
}
