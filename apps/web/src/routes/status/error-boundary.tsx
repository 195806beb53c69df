import { CloudOff, RefreshCw, TriangleAlert } from 'lucide-react';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { isServerReachable } from '../../api/session/session.ts';
import { missingSheet } from '../../lib/missing-styles.ts';
import { useOnline } from '../../lib/hooks/use-online.ts';
import { useOutageRetry } from '../../lib/hooks/use-outage-retry.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import styles from './status-pages.module.css';
import { retryMissingCode } from '../../ui/loading/lazy.tsx';
import { useText } from '../texts.ts';

const PAGES = {
  crashed: { icon: TriangleAlert, title: 'routes.crashed.title', text: 'routes.crashed.text' },
  outdated: { icon: RefreshCw, title: 'routes.outdated.title', text: 'routes.outdated.text' },
  offline: { icon: CloudOff, title: 'routes.unreachable.title', text: 'routes.unreachable.text' },
  unreachable: { icon: CloudOff, title: 'routes.failed.title', text: 'routes.failed.noServer' },
} as const;

interface Props {
  readonly children: ReactNode;
  readonly isNested?: boolean;
  readonly resetKey?: string;
}

type Failure = 'crashed' | 'code_missing';

interface State {
  readonly failure: Failure | undefined;
  readonly resetKey: string | undefined;
}

/**
 * Catches bugs, and failed chunks: those of an older build, which the server no longer has, or after a lost connection.
 */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { failure: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(cause: unknown): Partial<State> {
    return { failure: isMissingChunk(cause) ? 'code_missing' : 'crashed' };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { failure: undefined, resetKey };
  }

  override componentDidCatch(): void {
    retryMissingCode();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    const retry = (): void => this.setState({ failure: undefined });
    const face = failure === 'crashed' ? <FailureMessage of="crashed" /> : <CodeMissing onRetry={retry} />;
    return this.props.isNested === true ? face : <main className={styles['page']}>{face}</main>;
  }
}

/** A missing chunk means a new version only if the server responds. Otherwise, the page waits for the connection. */
function CodeMissing({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  const isOnline = useOnline();
  const [cause, setCause] = useState<keyof typeof PAGES | undefined>(
    navigator.onLine ? undefined : 'offline',
  );
  useEffect(() => {
    if (cause !== undefined) return undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const isReachable = await isServerReachable();
      if (!isOver) setCause(isReachable ? 'outdated' : 'unreachable');
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [cause]);
  useEffect(() => {
    if (isOnline && cause === 'offline') onRetry();
  });
  useOutageRetry(cause === 'unreachable', async () => {
    if (await isServerReachable()) onRetry();
  });
  return cause === undefined ? (
    <div className={styles['waiting']}>
      <Spinner size="large" label={text('routes.loading')} />
    </div>
  ) : (
    <FailureMessage of={cause} />
  );
}

function FailureMessage({ of: failure }: { readonly of: keyof typeof PAGES }) {
  const text = useText();
  const isOnline = useOnline();
  const page = PAGES[failure];
  return (
    <EmptyState
      icon={page.icon}
      headingLevel={1}
      title={text(page.title)}
      text={text(page.text)}
      action={
        <Button tone="primary" disabled={!isOnline} onClick={() => location.reload()}>
          {text('routes.reload')}
        </Button>
      }
    />
  );
}

/** Browsers have no common error for a failed import, so messages are matched. */
function isMissingChunk(cause: unknown): boolean {
  const isScript = cause instanceof TypeError && /import|module|preload/i.test(cause.message);
  return isScript || missingSheet(cause) !== undefined;
}
