import { RefreshCw, ServerCrash } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './faces.module.css';
import { useText } from './texts.ts';

interface Props {
  readonly children: ReactNode;
  /** Inside the frame, which has the landmark already. */
  readonly isNested?: boolean;
  /** A new value is a new page: the failure of the old one is forgotten. */
  readonly resetKey?: string;
}

interface State {
  readonly failure: { readonly cause: unknown } | undefined;
  readonly resetKey: string | undefined;
}

/** The seam where exceptions end: bugs, and code of an older build that the server no longer has. */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { failure: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(cause: unknown): Partial<State> {
    return { failure: { cause } };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { failure: undefined, resetKey };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    const face = <Crashed isOutdated={isMissingChunk(failure.cause)} />;
    return this.props.isNested === true ? face : <main className={styles['page']}>{face}</main>;
  }
}

function Crashed({ isOutdated }: { readonly isOutdated: boolean }) {
  const text = useText();
  return (
    <EmptyState
      icon={isOutdated ? RefreshCw : ServerCrash}
      headingLevel={1}
      title={text(isOutdated ? 'routes.outdated.title' : 'routes.crashed.title')}
      text={text(isOutdated ? 'routes.outdated.text' : 'routes.crashed.text')}
      action={
        <Button tone="primary" onClick={() => location.reload()}>
          {text('routes.reload')}
        </Button>
      }
    />
  );
}

/** Browsers have no common name for a module that did not arrive. */
function isMissingChunk(cause: unknown): boolean {
  return cause instanceof TypeError && /import|module|preload/i.test(cause.message);
}
