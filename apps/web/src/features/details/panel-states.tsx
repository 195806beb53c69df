import { type ReactNode, useId } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './details.module.css';
import { useText } from './texts.ts';

export function Waiting() {
  const text = useText();
  return (
    <output aria-label={text('details.loading')} className={styles['waiting']}>
      <Skeleton width="80%" />
      <Skeleton width="60%" />
      <Skeleton width="70%" />
    </output>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['section']}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

interface FailedProps {
  readonly failure: { readonly cause: unknown } | undefined;
  readonly onRetry: () => Promise<void>;
}

export function Failed({ failure, onRetry }: FailedProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  return (
    <div className={styles['failed']}>
      <p>{ofFailure(failure)}</p>
      <Button onClick={() => void onRetry()}>{text('details.retry')}</Button>
    </div>
  );
}
