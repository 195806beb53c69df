import type { ReactNode } from 'react';
import { OutsidePage } from '../../ui/page/outside-page.tsx';
import { useText } from './texts.ts';

interface SignInPageProps {
  /** Whether a second factor or another challenge of the user pool is open. */
  readonly isSecondStep?: boolean;
  readonly children: ReactNode;
}

/** The frame around pages that need no session. */
export function SignInPage({ isSecondStep = false, children }: SignInPageProps) {
  const text = useText();
  return (
    <OutsidePage
      sentence={text(isSecondStep ? 'sign-in.voice.challenge' : 'sign-in.voice')}
      lit={isSecondStep ? 2 : 1}
    >
      {children}
    </OutsidePage>
  );
}
