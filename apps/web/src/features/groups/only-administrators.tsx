import { Lock } from 'lucide-react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { useDocumentTitle } from '../../ui/page/page-heading.tsx';
import { useText } from './texts.ts';

export function OnlyAdministrators() {
  const text = useText();
  useDocumentTitle(text('groups.title'));
  return (
    <EmptyState
      icon={Lock}
      headingLevel={1}
      title={text('groups.forbidden.title')}
      text={text('groups.forbidden.text')}
      action={<ButtonLink href="/">{text('groups.toFiles')}</ButtonLink>}
    />
  );
}
