import type { ReactNode } from 'react';
import { OutsidePage } from '../../ui/page/outside-page.tsx';
import { useText } from './texts.ts';

interface SignInPageProps {
  /** True while a second factor or another question of the pool is open. */
  readonly isSecondStep?: boolean;
  readonly children: ReactNode;
}

/** What the pages outside of the session have around their content. */
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
