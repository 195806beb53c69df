import { LIMITS } from '@coffer/contracts';
import { DAY_MS, HOUR_MS } from '@coffer/kit';
import { LinkIcon } from 'lucide-react';
import type { ApiError } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/controls/link.tsx';
import { useDocumentTitle } from '../../../ui/page/page-heading.tsx';
import { SignInPage } from '../sign-in-page.tsx';
import { useText } from './texts.ts';

export type LinkKind = 'join' | 'reset';

const DEAD_ENDS = [
  /** The address has no code, as after a reload. */
  'link_missing',
  'link_unknown',
  'link_expired',
  'link_used',
  'link_replaced',
  'name_taken',
  'account_disabled',
] as const;
type DeadEnd = (typeof DEAD_ENDS)[number];

export function isDeadEnd(code: string): code is DeadEnd {
  return DEAD_ENDS.some((known) => known === code);
}

interface LinkDeadEndProps {
  readonly kind: LinkKind;
  readonly code: string;
  readonly error?: ApiError;
  readonly onRetry?: () => void;
}

export function LinkDeadEnd({ kind, code, error, onRetry }: LinkDeadEndProps) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const words = useMessages(kind);
  const known = isDeadEnd(code) ? words[code] : undefined;
  const title = known?.title ?? text('link.failed.title');
  useDocumentTitle(title);
  const reason = error === undefined ? '' : ofError(error);
  const retry =
    onRetry === undefined ? undefined : (
      <Button tone="primary" onClick={onRetry}>
        {text('link.retry')}
      </Button>
    );
  const signIn = (
    <ButtonLink tone="primary" href="/sign-in">
      {text('link.toSignIn')}
    </ButtonLink>
  );
  return (
    <SignInPage>
      <EmptyState
        icon={LinkIcon}
        headingLevel={1}
        title={title}
        text={known?.text ?? reason}
        action={known === undefined ? retry : signIn}
      />
    </SignInPage>
  );
}

function useMessages(
  kind: LinkKind,
): Readonly<Record<DeadEnd, { readonly title: string; readonly text: string }>> {
  const text = useText();
  return {
    link_missing: { title: text('link.missing.title'), text: text('link.missing.text') },
    link_unknown: { title: text('link.unknown.title'), text: text('link.unknown.text') },
    link_expired: {
      title: text('link.expired.title'),
      text:
        kind === 'join'
          ? text('link.expired.join', { count: LIMITS.invitationLifeMs / DAY_MS })
          : text('link.expired.reset', { count: LIMITS.resetLinkLifeMs / HOUR_MS }),
    },
    link_used: { title: text('link.used.title'), text: text(`link.used.${kind}`) },
    link_replaced: { title: text('link.replaced.title'), text: text('link.replaced.text') },
    name_taken: { title: text('link.taken.title'), text: text('link.taken.text') },
    account_disabled: { title: text('link.disabled.title'), text: text('link.disabled.text') },
  };
}
