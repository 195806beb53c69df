export { ConfirmReset } from './confirm-reset.tsx';
export { ConfirmSignUp } from './confirm-sign-up.tsx';
export { Reset } from './reset.tsx';
export { SignUp } from './sign-up.tsx';
