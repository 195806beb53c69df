export { issueWelcomeCode } from './issue-welcome-code.ts';
export { findKnownDevice } from './limits/known-device.ts';
export { createSignInRateLimits, type SignInRateLimits } from './limits/sign-in-rate-limits.ts';
export { otpauthUri } from './otpauth.ts';
export { sweepSignIns } from './sweep-sign-ins.ts';
export { takeCodeTry } from './take-code-try.ts';
