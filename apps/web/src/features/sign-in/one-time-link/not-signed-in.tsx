import type { ApiError } from '../../../api/error.ts';
import { useErrorTexts } from '../../../api/error-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
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
