import { CloudOff, FileQuestionMark } from 'lucide-react';
import type { ApiError } from '../api/error.ts';
import { useErrorTexts } from '../api/error-texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { useDocumentTitle } from '../ui/page-heading.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './faces.module.css';
import { useText } from './texts.ts';

/** A whole page on its way: quiet at first, so that a fast answer shows no flicker. */
export function WaitingPage() {
  const text = useText();
  return (
    <main className={styles['waiting']}>
      <Spinner size="large" label={text('routes.loading')} />
    </main>
  );
}

export function FailedPage({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  const text = useText();
  const { ofError } = useErrorTexts();
  useDocumentTitle(text('routes.failed.title'));
  return (
    <main className={styles['page']}>
      <EmptyState
        icon={CloudOff}
        headingLevel={1}
        title={text('routes.failed.title')}
        text={ofError(error)}
        action={
          <Button tone="primary" onClick={onRetry}>
            {text('routes.retry')}
          </Button>
        }
      />
    </main>
  );
}

/** Inside the frame, which has the landmark already. */
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
