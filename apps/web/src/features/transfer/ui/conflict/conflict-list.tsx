import type { ConflictRule } from '@coffer/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { nodeQuery } from '../../../../api/nodes.ts';
import { useQueries } from '../../../../api/calls/use-query.ts';
import { useFormats } from '../../../../lib/language/format.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Select } from '../../../../ui/controls/select.tsx';
import type { Transfer } from '../../model/machine.ts';
import { useText } from '../../texts.ts';
import type { TransferEngine } from '../../model/transfer-engine.ts';
import styles from './conflict-list.module.css';

export const CHOICES = ['replace', 'rename', 'skip'] as const satisfies readonly ConflictRule[];
export type FileChoice = (typeof CHOICES)[number];

interface ConflictListProps {
  readonly transfers: readonly Transfer[];
  /** Ids of those with the content of the existing file. */
  readonly same: ReadonlySet<string>;
  /** What was chosen for single files. Undefined where one choice is for all or for one. */
  readonly single: ReadonlyMap<string, FileChoice> | undefined;
  readonly shown: number;
  readonly engine: TransferEngine;
  readonly onSingle: (id: string, rule: FileChoice | undefined) => void;
  readonly onMore: () => void;
}

export function ConflictList(props: ConflictListProps) {
  const { transfers, same, single, engine, onSingle, onMore } = props;
  const text = useText();
  const rows = transfers.slice(0, props.shown);
  const more = transfers.length - rows.length;
  return (
    <>
      <ul
        className={styles['list']}
        aria-label={text('transfer.conflict.files')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
      >
        {rows.map((transfer) => (
          <ConflictRow key={transfer.id} transfer={transfer} isSame={same.has(transfer.id)} engine={engine}>
            {single !== undefined && (
              <SingleChoice
                name={transfer.name}
                value={single.get(transfer.id)}
                onChange={(rule) => onSingle(transfer.id, rule)}
              />
            )}
          </ConflictRow>
        ))}
      </ul>
      {more > 0 && (
        <div className={styles['more']}>
          <p className={styles['quiet']}>{text('transfer.conflict.more', { count: more })}</p>
          <Button tone="quiet" onClick={onMore}>
            {text('transfer.conflict.showMore')}
          </Button>
        </div>
      )}
    </>
  );
}

interface ConflictRowProps extends Pick<ConflictListProps, 'engine'> {
  readonly transfer: Transfer;
  readonly isSame: boolean;
  /** What to do with it. */
  readonly children: ReactNode;
}

function ConflictRow({ transfer, isSame, engine, children }: ConflictRowProps) {
  const text = useText();
  const formats = useFormats();
  const { existingId, name, path, sizeBytes } = transfer;
  const [existing] = useQueries(existingId === undefined ? [] : [nodeQuery(existingId)]);
  const changedAt = useFileDate(transfer, engine);
  const folder = path.slice(0, -1).join(' / ');
  const describe = (size: number | null, date: string | Date | undefined): string =>
    [formats.size(size ?? 0), ...(date === undefined ? [] : [formats.dateTime(date)])].join(' · ');
  return (
    <li className={styles['row']}>
      <p className={styles['name']}>
        <bdi>{name}</bdi>
        {isSame && <span className={styles['same']}>{text('transfer.conflict.same')}</span>}
      </p>
      {folder !== '' && (
        <p className={styles['quiet']}>
          {text('transfer.conflict.in')} <bdi>{folder}</bdi>
        </p>
      )}
      <dl className={styles['both']}>
        <dt>{text('transfer.conflict.existing')}</dt>
        <dd>
          {existing?.data === undefined ? '…' : describe(existing.data.sizeBytes, existing.data.modifiedAt)}
        </dd>
        <dt>{text('transfer.conflict.new')}</dt>
        <dd>{describe(sizeBytes, changedAt)}</dd>
      </dl>
      {children}
    </li>
  );
}

interface SingleChoiceProps {
  readonly name: string;
  readonly value: FileChoice | undefined;
  readonly onChange: (rule: FileChoice | undefined) => void;
}

/** A file that is not decided as the others. */
function SingleChoice({ name, value, onChange }: SingleChoiceProps) {
  const text = useText();
  return (
    <div className={styles['single']}>
      <Select
        aria-label={text('transfer.conflict.single', { name })}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(CHOICES.find((rule) => rule === currentTarget.value))}
      >
        <option value="">{text('transfer.conflict.asOthers')}</option>
        {CHOICES.map((rule) => (
          <option key={rule} value={rule}>
            {text(`transfer.conflict.${rule}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}

function useFileDate({ id }: Transfer, engine: TransferEngine): Date | undefined {
  const [date, setDate] = useState<Date>();
  useEffect(() => {
    let isCancelled = false;
    const read = async (): Promise<void> => {
      const [file] = await Promise.allSettled([engine.jobs.get(id)?.openFile?.()]);
      if (isCancelled || file.status === 'rejected' || file.value === undefined) return;
      setDate(new Date(file.value.lastModified));
    };
    void read();
    return () => {
      isCancelled = true;
    };
  }, [id, engine]);
  return date;
}
