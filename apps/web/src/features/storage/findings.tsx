import type { StorageFinding, StorageJob } from '@coffer/contracts';
import { useState } from 'react';
import { findingsQuery } from '../../api/storage.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ListItem, Muted, Row, Words } from '../../ui/page/stack.tsx';
import { type FindingKind, findingsOf } from './jobs.ts';
import { PagedList } from './paged-list.tsx';
import styles from './storage.module.css';
import { useText } from './texts.ts';

export function Findings({ survey }: { readonly survey: StorageJob }) {
  const text = useText();
  const { size, number } = useFormats();
  const [kind, setKind] = useState<FindingKind>();
  const found = findingsOf(survey);
  return (
    <>
      <dl className={styles['kinds']}>
        {found.map((each) => (
          <div key={each.kind}>
            <dt>
              {text(`storage.kind.${each.kind}`)}
              <span className={styles['note']}>{text(`storage.kind.${each.kind}.note`)}</span>
            </dt>
            <dd>{text('storage.amount', { count: number(each.count), size: size(each.bytes) })}</dd>
          </div>
        ))}
      </dl>
      {found.length > 1 && (
        <fieldset className={styles['filter']}>
          <legend className="visually-hidden">{text('storage.findings.filter')}</legend>
          <Row>
            <Filter
              label={text('storage.findings.all')}
              isOn={kind === undefined}
              onPress={() => setKind(undefined)}
            />
            {found.map((each) => (
              <Filter
                key={each.kind}
                label={text(`storage.kind.${each.kind}`)}
                isOn={kind === each.kind}
                onPress={() => setKind(each.kind)}
              />
            ))}
          </Row>
        </fieldset>
      )}
      <PagedList
        // Another kind starts on the first page again.
        key={kind ?? ''}
        label={text('storage.findings')}
        empty={text('storage.findings.none')}
        queryOf={(stretch) => findingsQuery(survey.id, kind, stretch)}
        render={(finding) => <FindingItem key={`${finding.kind} ${finding.key}`} finding={finding} />}
      />
    </>
  );
}

interface FilterProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onPress: () => void;
}

function Filter({ label, isOn, onPress }: FilterProps) {
  return (
    <Button tone={isOn ? 'secondary' : 'quiet'} aria-pressed={isOn} onClick={onPress}>
      {label}
    </Button>
  );
}

function FindingItem({ finding }: { readonly finding: StorageFinding }) {
  const text = useText();
  const { size } = useFormats();
  const { kind, key, sizeBytes, state } = finding;
  return (
    <ListItem>
      <Words>
        <span>{text(`storage.kind.${kind}`)}</span>
        <code dir="ltr" className={styles['key']}>
          {key}
        </code>
      </Words>
      <Muted>
        {size(sizeBytes)}
        {state !== 'found' && ` · ${text(`storage.finding.${state}`)}`}
      </Muted>
    </ListItem>
  );
}
