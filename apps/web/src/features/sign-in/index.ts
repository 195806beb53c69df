export { SignIn } from './sign-in.tsx';
export { SignedOut } from './signed-out.tsx';
