import { Welcome } from '../features/sign-in/welcome/index.ts';

interface WelcomeRouteProps {
  readonly isOpen: boolean;
  readonly onSignedIn: () => Promise<boolean>;
}

/** `/welcome#<one-time code>` */
export function WelcomeRoute(props: WelcomeRouteProps) {
  return <Welcome {...props} />;
}
