import { LIMITS } from '@coffer/contracts';
import { Files } from 'lucide-react';
import type { ReactNode } from 'react';
import { selectionSizeQuery } from '../../api/details/details.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { ContentSize, SizeOfAll } from './content-size.tsx';
import type { SelectedRows } from './describe.ts';
import styles from './details.module.css';
import { Section } from './panel-states.tsx';
import { Facts } from './facts.tsx';
import { useText } from './texts.ts';
import { useIsSettled } from './use-settled.ts';

interface SelectionFactsProps extends SelectedRows {
  readonly actions: ReactNode;
}

export function SelectionFacts({ count, selectionKey, readIds, actions }: SelectionFactsProps) {
  const text = useText();
  const isSettled = useIsSettled(selectionKey);
  const measured = useQuery(
    selectionSizeQuery(selectionKey, async () => (await readIds?.()) ?? []),
    { isEnabled: isSettled && readIds !== undefined },
  );
  return (
    <>
      <div className={styles['many']}>
        <Icon of={Files} size={40} />
      </div>
      {actions}
      <Section title={text('details.properties')}>
        {readIds === undefined ? (
          <p className={styles['quiet']}>{text('details.tooMany', { count: LIMITS.batchMax })}</p>
        ) : (
          <Facts
            facts={[
              { label: text('details.selection'), value: text('details.items', { count }) },
              { label: text('details.size'), value: <SizeOfAll measured={measured} /> },
              { label: text('details.content'), value: <ContentSize measured={measured} /> },
            ]}
          />
        )}
      </Section>
    </>
  );
}
