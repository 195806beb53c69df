export { authenticate } from './authenticate.ts';
export { issueWelcomeCode } from './issue-welcome-code.ts';
export { retryRevocations } from './retry-revocations.ts';
export { sweepSessions } from './sweep-sessions.ts';
