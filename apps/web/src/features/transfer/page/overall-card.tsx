import { CircleX, ListX } from 'lucide-react';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { useText as useTransferText } from '../texts.ts';
import { cancel } from '../ui/cancel.ts';
import {
  mayCancelAll,
  overallCommands,
  OverallProgress,
  type OverallProps,
  useHeadline,
  usePaceLine,
} from '../ui/overall.tsx';
import styles from './page.module.css';
import { useText } from './texts.ts';

/** The state of all uploads, and the commands for all of them. */
export function OverallCard({ hasEnded, ...overall }: OverallProps & { readonly hasEnded: boolean }) {
  const { summary, engine } = overall;
  const text = useText();
  const transferText = useTransferText();
  const { size } = useFormats();
  const headline = useHeadline(summary);
  const pace = usePaceLine(overall);
  const isOpen = summary.open > 0;
  const sizes = text('queue.sent', { sent: size(summary.sentBytes), size: size(summary.sizeBytes) });
  return (
    <Card>
      <div className={styles['overall']}>
        <div className={styles['headline']}>
          <h2 className={styles['title']}>{headline}</h2>
          <div className={styles['ways']}>
            {overallCommands(overall).map(({ id, icon, run }) => (
              <Button key={id} icon={icon} onClick={run}>
                {transferText(`transfer.${id}`)}
              </Button>
            ))}
            {mayCancelAll(summary) && (
              <Button icon={CircleX} tone="quiet" onClick={() => cancel(engine)}>
                {transferText(isOpen ? 'transfer.cancelAll' : 'transfer.discardAll')}
              </Button>
            )}
            {hasEnded && (
              <Button icon={ListX} tone="quiet" onClick={() => engine.clearEnded()}>
                {text('queue.clearEnded')}
              </Button>
            )}
          </div>
        </div>
        {isOpen && <OverallProgress summary={summary} />}
        {isOpen && (
          <div className={styles['facts']}>
            <p>{sizes}</p>
            <p aria-hidden={overall.waiting === undefined || undefined}>{pace}</p>
          </div>
        )}
        {isOpen && (
          <p className={styles['hint']}>
            {summary.lostOnReload > 0
              ? text('queue.keepOpen', { count: summary.lostOnReload })
              : text('queue.mayClose')}
          </p>
        )}
      </div>
    </Card>
  );
}
