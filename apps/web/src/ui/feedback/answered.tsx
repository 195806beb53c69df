import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Card } from '../page/card.tsx';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';

interface AnsweredProps<T> {
  readonly answer: {
    readonly data?: T | undefined;
    readonly isPending: boolean;
    readonly refetch: () => Promise<void>;
  };
  readonly loading: string;
  readonly failed: {
    readonly title: string;
    readonly reason: string | undefined;
    readonly retry: string;
  };
  readonly children: (data: T) => ReactNode;
}

export function Answered<T>({ answer, loading, failed, children }: AnsweredProps<T>) {
  if (answer.isPending) {
    return (
      <output aria-label={loading}>
        <Card>
          <Skeleton width="14rem" height="36px" />
        </Card>
      </output>
    );
  }
  if (answer.data === undefined) {
    return (
      <EmptyState
        icon={CloudOff}
        title={failed.title}
        text={failed.reason}
        action={<Button onClick={() => void answer.refetch()}>{failed.retry}</Button>}
      />
    );
  }
  return children(answer.data);
}
