/** Binds each sealed value to its column and row, so that a copy in another place cannot be opened. */
export const purposes = {
  attemptParameters: (attemptId: string) => `sign_in_attempt.parameters:${attemptId}`,
  attemptSession: (attemptId: string) => `sign_in_attempt.pool_session:${attemptId}`,
  accessToken: (sessionId: string) => `session.access_token:${sessionId}`,
  refreshToken: (sessionId: string) => `session.refresh_token:${sessionId}`,
  exchange: (attemptId: string) => `redirect_attempt.exchange:${attemptId}`,
  revocation: (revocationId: string) => `token_revocation.refresh_token:${revocationId}`,
} as const;
