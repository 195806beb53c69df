import type { ApiError } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { ButtonLink } from '../../../ui/controls/link.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import type { LinkKind } from './link-dead-end.tsx';
import { SignInPage } from '../sign-in-page.tsx';
import { useText } from './texts.ts';

/** The password was set, but the sign-in failed. */
export function NotSignedIn({ kind, error }: { readonly kind: LinkKind; readonly error: ApiError }) {
  const text = useText();
  const { ofError } = useErrorTexts();
  return (
    <SignInPage>
      <PageHeading title={text(kind === 'join' ? 'link.made.title' : 'link.changed.title')} size="large" />
      <Banner tone="warning" isAlert>
        <p>{text('link.notSignedIn', { reason: ofError(error) })}</p>
      </Banner>
      <ButtonLink tone="primary" href="/sign-in">
        {text('link.toSignIn')}
      </ButtonLink>
    </SignInPage>
  );
}
