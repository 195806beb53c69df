import type { SpaceId } from '@coffer/contracts';
import { Lock } from 'lucide-react';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useDocumentTitle } from '../../ui/page/page-heading.tsx';
import { useText } from './texts.ts';

/** Shown to people who may not see the webhooks of the space, or those of all spaces if `spaceId` is undefined. */
export function NoWebhooks({ spaceId }: { readonly spaceId?: SpaceId }) {
  const text = useText();
  useDocumentTitle(text('webhooks.title'));
  return (
    <EmptyState
      icon={Lock}
      headingLevel={1}
      title={text(spaceId === undefined ? 'webhooks.closed.admin' : 'webhooks.closed')}
      text={spaceId === undefined ? undefined : text('webhooks.closed.text')}
      action={
        <ButtonLink href={spaceId === undefined ? '/' : `/s/${spaceId}`}>{text('webhooks.back')}</ButtonLink>
      }
    />
  );
}
