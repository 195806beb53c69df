export interface SignInTables {
  identity: IdentityTable;
  redirect_attempt: RedirectAttemptTable;
  sign_in_attempt: SignInAttemptTable;
}

interface IdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Date;
}

interface RedirectAttemptTable {
  id: string;
  issuer_id: string;
  exchange_sealed: string;
  return_to: string;
  created_at: Date;
  expires_at: Date;
}

interface SignInAttemptTable {
  id: string;
  /** Name of the open challenge, or `signed_in`. */
  step: string;
  typed_username: string;
  /** USER_ID_FOR_SRP of the pool. */
  pool_username: string;
  pool_session_sealed: string | null;
  parameters_sealed: string;
  tries: number;
  /** Running (`claimed_until`) or last. */
  last_answer_id: string | null;
  /** JSON, for a repeated answer. */
  last_failure: string | null;
  /** Lease of the server that calls the pool. */
  claimed_until: Date | null;
  /** For a repeated answer. */
  session_id: string | null;
  created_at: Date;
  expires_at: Date;
}
