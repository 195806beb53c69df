import type { DamagedVersion, StorageReport } from '@coffer/contracts';
import { allDamageQuery } from '../../api/storage.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Card } from '../../ui/page/card.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { ListItem, Muted, Words } from '../../ui/page/stack.tsx';
import { PagedList } from './paged-list.tsx';
import styles from './storage.module.css';
import { useText } from './texts.ts';

/** Daily verification of stored content. */
export function Reading({ report }: { readonly report: StorageReport }) {
  const text = useText();
  const { size, date } = useFormats();
  const { bytesPerDay, readTodayBytes, oldestAt, unread } = report.scrub;
  const { files, unverified } = report.ledger;
  const words = text('storage.reading.today', { read: size(readTodayBytes), budget: size(bytesPerDay) });
  return (
    <Card title={text('storage.reading')} description={text('storage.reading.explanation')}>
      <div className={styles['waiting']}>
        <p>{words}</p>
        <ProgressBar
          kind="meter"
          label={text('storage.reading.label')}
          value={bytesPerDay === 0 ? 0 : readTodayBytes / bytesPerDay}
          valueText={words}
        />
      </div>
      <ul className={styles['lines']}>
        {files.count > 0 && (
          <li>
            {oldestAt === null
              ? text('storage.reading.some')
              : text('storage.reading.oldest', { time: date(oldestAt) })}
          </li>
        )}
        <li>{text('storage.reading.unverified', { count: unverified.count })}</li>
        {unread > 0 && <li>{text('storage.reading.unread', { count: unread })}</li>}
      </ul>
      <h3 className={styles['heading']}>{text('storage.damage')}</h3>
      <Muted>{text('storage.damage.explanation')}</Muted>
      <PagedList
        label={text('storage.damage')}
        empty={text('storage.damage.none')}
        queryOf={allDamageQuery}
        render={(version) => <DamageItem key={version.versionId} version={version} />}
      />
    </Card>
  );
}

function DamageItem({ version }: { readonly version: DamagedVersion }) {
  const text = useText();
  const { number, size, dateTime } = useFormats();
  return (
    <ListItem>
      <Words>
        <span>{text(`storage.damage.${version.damage}`)}</span>
        <Muted>
          {text('storage.damage.version', {
            number: number(version.number),
            size: size(version.sizeBytes),
            time: dateTime(version.foundAt),
          })}
        </Muted>
        <code dir="ltr" className={styles['key']}>
          {version.nodeId}
        </code>
      </Words>
      <Muted>{text(`storage.damage.${wayOutOf(version)}`)}</Muted>
    </ListItem>
  );
}

function wayOutOf({ isCurrent, wholeVersionId }: DamagedVersion): 'older' | 'lost' | 'restorable' {
  if (!isCurrent) return 'older';
  return wholeVersionId === null ? 'lost' : 'restorable';
}
