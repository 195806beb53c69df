import type { SignInMethods } from '@coffer/contracts';
import { SignIn } from '../../features/sign-in/index.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const WaitingUploads = lazy(async () => ({
  default: (await import('../transfer/waiting-uploads.tsx')).WaitingUploads,
}));

interface SignInRouteProps {
  readonly isNotSetUp: boolean;
  readonly offers: SignInMethods;
  readonly endedFor: string | undefined;
  readonly onSignedIn: () => Promise<boolean>;
}

export function SignInRoute(props: SignInRouteProps) {
  const note = props.endedFor !== undefined && (
    <Suspense fallback={null}>
      <WaitingUploads />
    </Suspense>
  );
  return <SignIn {...props} note={note} />;
}
