import { FileQuestionMark } from 'lucide-react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { useDocumentTitle } from '../../ui/page/page-heading.tsx';
import { useText } from '../texts.ts';

export function NotFound() {
  const text = useText();
  useDocumentTitle(text('routes.notFound.title'));
  return (
    <EmptyState
      icon={FileQuestionMark}
      headingLevel={1}
      title={text('routes.notFound.title')}
      text={text('routes.notFound.text')}
      action={
        <ButtonLink tone="primary" href="/">
          {text('routes.toFiles')}
        </ButtonLink>
      }
    />
  );
}
