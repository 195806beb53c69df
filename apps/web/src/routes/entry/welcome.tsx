import { Welcome } from '../../features/sign-in/welcome/index.ts';

interface WelcomeRouteProps {
  readonly isOpen: boolean;
  readonly onCreated: () => void;
  readonly onSignedIn: () => Promise<boolean>;
}

export function WelcomeRoute(props: WelcomeRouteProps) {
  return <Welcome {...props} />;
}
