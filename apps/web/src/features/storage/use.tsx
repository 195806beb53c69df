import type { SpaceUsePage, StorageReport } from '@coffer/contracts';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { spaceUseQuery } from '../../api/storage.ts';
import { useFormats } from '../../lib/language/format.ts';
import { classes } from '../../lib/classes.ts';
import { Card } from '../../ui/page/card.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { ListItem, Muted, Words } from '../../ui/page/stack.tsx';
import { PagedList } from './paged-list.tsx';
import { QuotaDialog } from './quota-dialog.tsx';
import styles from './storage.module.css';
import { type StorageText, useText } from './texts.ts';

const STATES = ['files', 'reserved', 'held', 'orphans'] as const;
const PRICE_MIN = 0.01;

interface UseProps {
  readonly report: StorageReport;
  readonly mayMend: boolean;
}

export function Use({ report, mayMend }: UseProps) {
  const text = useText();
  const { size, number } = useFormats();
  const { ledger } = report;
  const [changed, setChanged] = useState<SpaceUsed>();
  const total = STATES.reduce((sum, state) => sum + ledger[state].bytes, 0);
  const objects = STATES.reduce((sum, state) => sum + ledger[state].count, 0);
  return (
    <Card title={text('storage.use')} description={text('storage.use.explanation')}>
      {total > 0 && (
        <div aria-hidden="true" className={styles['bar']}>
          {STATES.filter((state) => ledger[state].bytes > 0).map((state) => (
            <span key={state} className={styles[state]} style={{ flexGrow: ledger[state].bytes / total }} />
          ))}
        </div>
      )}
      <table className={styles['table']}>
        <caption className="visually-hidden">{text('storage.use')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('storage.use.what')}</th>
            <th scope="col">{text('storage.use.objects')}</th>
            <th scope="col">{text('storage.use.size')}</th>
          </tr>
        </thead>
        <tbody>
          {STATES.map((state) => (
            <tr key={state}>
              <th scope="row">
                <span aria-hidden="true" className={classes(styles['swatch'], styles[state])} />
                {text(`storage.use.${state}`)}
                <span className={styles['note']}>{text(`storage.use.${state}.note`)}</span>
              </th>
              <td>{number(ledger[state].count)}</td>
              <td>{size(ledger[state].bytes)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text('storage.use.total')}</th>
            <td>{number(objects)}</td>
            <td>{size(total)}</td>
          </tr>
        </tfoot>
      </table>
      <Cost cost={report.cost} />
      <h3 className={styles['heading']}>{text('storage.spaces')}</h3>
      <PagedList
        label={text('storage.spaces')}
        empty={text('storage.spaces.empty')}
        queryOf={spaceUseQuery}
        render={(space) => (
          <SpaceItem key={space.id} space={space} onChange={mayMend ? setChanged : undefined} />
        )}
      />
      {changed !== undefined && (
        <QuotaDialog
          spaceId={changed.id}
          name={nameOf(text, changed)}
          quotaBytes={changed.quotaBytes}
          usedBytes={takenBytes(changed)}
          onClose={() => setChanged(undefined)}
        />
      )}
    </Card>
  );
}

function Cost({ cost }: { readonly cost: StorageReport['cost'] }) {
  const text = useText();
  const { number } = useFormats();
  if (cost === null) return <Muted>{text('storage.cost.none')}</Muted>;
  const money = (value: number): string =>
    value > 0 && value < PRICE_MIN
      ? text('storage.cost.below', { cost: number(PRICE_MIN) })
      : number(Math.round(value * 100) / 100);
  return (
    <p>
      {text('storage.cost', { cost: money(cost.perMonth), price: number(cost.pricePerGibMonth) })}
      {cost.wastedPerMonth > 0 && ` ${text('storage.cost.wasted', { cost: money(cost.wastedPerMonth) })}`}
    </p>
  );
}

type SpaceUsed = SpaceUsePage['items'][number];

function nameOf(text: StorageText, space: SpaceUsed): string {
  return space.kind === 'personal' ? text('storage.space.personal', { name: space.ownerName }) : space.name;
}

function takenBytes({ usedBytes, reservedBytes, heldBytes }: SpaceUsed): number {
  return usedBytes + reservedBytes + heldBytes;
}

interface SpaceItemProps {
  readonly space: SpaceUsed;
  readonly onChange: ((space: SpaceUsed) => void) | undefined;
}

function SpaceItem({ space, onChange }: SpaceItemProps) {
  const text = useText();
  const { size } = useFormats();
  const { reservedBytes, heldBytes, quotaBytes } = space;
  const taken = takenBytes(space);
  const name = nameOf(text, space);
  const words = text('storage.space.use', { used: size(taken), total: size(quotaBytes) });
  const parts = [
    reservedBytes > 0 && text('storage.space.reserved', { size: size(reservedBytes) }),
    heldBytes > 0 && text('storage.space.held', { size: size(heldBytes) }),
  ].filter((part) => part !== false);
  return (
    <ListItem>
      <Words>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <Muted>{[words, ...parts].join(' · ')}</Muted>
      </Words>
      <div className={styles['meter']}>
        <ProgressBar
          kind="meter"
          label={text('storage.space.label', { name })}
          value={quotaBytes === 0 ? 0 : taken / quotaBytes}
          valueText={words}
          tone={taken > quotaBytes * 0.9 ? 'danger' : 'accent'}
        />
      </div>
      {onChange !== undefined && (
        <IconButton
          icon={Pencil}
          label={text('storage.quota.of', { name })}
          onClick={() => onChange(space)}
        />
      )}
    </ListItem>
  );
}
