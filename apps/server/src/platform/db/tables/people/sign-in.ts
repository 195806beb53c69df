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
  /** USER_ID_FOR_SRP, as the pool returned it. */
  pool_username: string;
  pool_session_sealed: string | null;
  parameters_sealed: string;
  tries: number;
  /** Id of the running (`claimed_until`) or last answer. */
  last_answer_id: string | null;
  /** The failure of `last_answer_id` as JSON, so that its response can be repeated. */
  last_failure: string | null;
  /** Lease of the server that calls the user pool. */
  claimed_until: Date | null;
  /** The session that `last_answer_id` created, so that its response can be repeated. */
  session_id: string | null;
  created_at: Date;
  expires_at: Date;
}
