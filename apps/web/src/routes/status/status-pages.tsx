import { CloudOff } from 'lucide-react';
import type { ApiError } from '../../api/calls/error.ts';
import { Button } from '../../ui/controls/button.tsx';
import { isTemporary } from '../../lib/retry/call-failure.ts';
import { useOutageRetry } from '../../lib/hooks/use-outage-retry.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useDocumentTitle } from '../../ui/page/page-heading.tsx';
import styles from './status-pages.module.css';
import { reasonOf } from '../entry/reason.ts';
import { useText } from '../texts.ts';

export function WaitingPage() {
  const text = useText();
  return (
    <main className="boot">
      <output className="visually-hidden">{text('routes.loading')}</output>
      <div className="boot-bar" aria-hidden="true">
        <span className="boot-mark" />
      </div>
      <div className="boot-body" aria-hidden="true">
        <span className="boot-line" />
        <span className="boot-line" />
        <span className="boot-line" />
      </div>
    </main>
  );
}

interface FailedPageProps {
  readonly error: ApiError;
  readonly onRetry: () => Promise<unknown>;
}

export function FailedPage({ error, onRetry }: FailedPageProps) {
  const text = useText();
  useOutageRetry(isTemporary(error), onRetry);
  useDocumentTitle(text('routes.failed.title'));
  return (
    <main className={styles['page']}>
      <EmptyState
        icon={CloudOff}
        headingLevel={1}
        title={text('routes.failed.title')}
        text={reasonOf(text, error)}
        action={
          <Button tone="primary" onClick={() => void onRetry()}>
            {text('routes.retry')}
          </Button>
        }
      />
    </main>
  );
}
