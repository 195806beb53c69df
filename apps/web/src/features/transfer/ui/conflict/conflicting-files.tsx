import type { ConflictRule } from '@coffer/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { nodeQuery } from '../../../../api/nodes.ts';
import { useQueries } from '../../../../api/calls/use-query.ts';
import { useFormats } from '../../../../lib/language/format.ts';
import { advantages } from '../../../../ui/conflicts/compare.ts';
import { ConflictList, ConflictRow, SingleChoice } from '../../../../ui/conflicts/conflict-list.tsx';
import type { Transfer } from '../../model/machine.ts';
import { useText } from '../../texts.ts';
import type { TransferEngine } from '../../model/transfer-engine.ts';

export const CHOICES = ['replace', 'rename', 'skip'] as const satisfies readonly ConflictRule[];
export type FileChoice = (typeof CHOICES)[number];

interface ConflictingFilesProps {
  readonly transfers: readonly Transfer[];
  /** Ids of transfers with the content of the existing file. */
  readonly same: ReadonlySet<string>;
  /** The choices for single files. Undefined if there is only one choice. */
  readonly single: ReadonlyMap<string, FileChoice> | undefined;
  readonly shown: number;
  readonly engine: TransferEngine;
  readonly onSingle: (id: string, rule: FileChoice | undefined) => void;
  readonly onMore: () => void;
}

export function ConflictingFiles(props: ConflictingFilesProps) {
  const { transfers, same, single, engine, onSingle, onMore } = props;
  const text = useText();
  const rows = transfers.slice(0, props.shown);
  const more = transfers.length - rows.length;
  const choices = CHOICES.map((value) => ({ value, label: text(`transfer.conflict.${value}`) }));
  return (
    <ConflictList
      label={text('transfer.conflict.files')}
      more={
        more > 0
          ? {
              text: text('transfer.conflict.more', { count: more }),
              showLabel: text('transfer.conflict.showMore'),
              onShow: onMore,
            }
          : undefined
      }
    >
      {rows.map((transfer) => (
        <ConflictingFile key={transfer.id} transfer={transfer} isSame={same.has(transfer.id)} engine={engine}>
          {single !== undefined && (
            <SingleChoice
              label={text('transfer.conflict.single', { name: transfer.name })}
              asOthers={text('transfer.conflict.asOthers')}
              choices={choices}
              value={single.get(transfer.id)}
              onChange={(rule) => onSingle(transfer.id, rule)}
            />
          )}
        </ConflictingFile>
      ))}
    </ConflictList>
  );
}

interface ConflictingFileProps extends Pick<ConflictingFilesProps, 'engine'> {
  readonly transfer: Transfer;
  readonly isSame: boolean;
  readonly children: ReactNode;
}

function ConflictingFile({ transfer, isSame, engine, children }: ConflictingFileProps) {
  const text = useText();
  const formats = useFormats();
  const { existingId, name, path, sizeBytes } = transfer;
  const [existing] = useQueries(existingId === undefined ? [] : [nodeQuery(existingId)]);
  const file = { sizeBytes, modifiedAt: useFileDate(transfer, engine) };
  const folder = path.slice(0, -1).join(' / ');
  const describe = ({ sizeBytes: size, modifiedAt }: Compared): readonly string[] => [
    formats.size(size ?? 0),
    ...(modifiedAt === undefined ? [] : [formats.dateTime(modifiedAt)]),
  ];
  const marks = (one: Compared, other: Compared): readonly string[] =>
    isSame ? [] : advantages(one, other).map((mark) => text(`transfer.conflict.${mark}`));
  const there = existing?.data;
  return (
    <ConflictRow
      name={name}
      badge={isSame ? text('transfer.conflict.same') : undefined}
      place={
        folder === '' ? undefined : (
          <>
            {text('transfer.conflict.in')} <bdi>{folder}</bdi>
          </>
        )
      }
      sides={[
        {
          label: text('transfer.conflict.existing'),
          facts: there && describe(there),
          marks: there === undefined ? [] : marks(there, file),
        },
        {
          label: text('transfer.conflict.new'),
          facts: describe(file),
          marks: there === undefined ? [] : marks(file, there),
        },
      ]}
    >
      {children}
    </ConflictRow>
  );
}

type Compared = Parameters<typeof advantages>[0];

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
