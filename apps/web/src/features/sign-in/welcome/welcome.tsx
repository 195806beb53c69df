import { DoorClosed, KeyRound } from 'lucide-react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/controls/link.tsx';
import { useDocumentTitle } from '../../../ui/page/page-heading.tsx';
import { SignInPage } from '../sign-in-page.tsx';
import { useText } from './texts.ts';
import { useOneTimeCode } from './use-one-time-code.ts';
import { WelcomeForm } from './welcome-form.tsx';

interface WelcomeProps {
  readonly isOpen: boolean;
  readonly onCreated: () => void;
  readonly onSignedIn: () => Promise<boolean>;
}

/** Creates the first administrator. */
export function Welcome({ isOpen, onCreated, onSignedIn }: WelcomeProps) {
  const code = useOneTimeCode();
  return (
    <SignInPage>
      {isOpen && code !== undefined && (
        <WelcomeForm key={code} code={code} onCreated={onCreated} onSignedIn={onSignedIn} />
      )}
      {isOpen && code === undefined && <NoCode />}
      {!isOpen && <Closed />}
    </SignInPage>
  );
}

function NoCode() {
  const text = useText();
  useDocumentTitle(text('welcome.noCode.title'));
  return (
    <EmptyState
      icon={KeyRound}
      headingLevel={1}
      title={text('welcome.noCode.title')}
      text={text('welcome.noCode.text')}
    />
  );
}

function Closed() {
  const text = useText();
  useDocumentTitle(text('welcome.closed.title'));
  return (
    <EmptyState
      icon={DoorClosed}
      headingLevel={1}
      title={text('welcome.closed.title')}
      text={text('welcome.closed.text')}
      action={
        <ButtonLink tone="primary" href="/sign-in">
          {text('welcome.toSignIn')}
        </ButtonLink>
      }
    />
  );
}
