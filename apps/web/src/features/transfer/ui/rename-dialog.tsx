import { type FormEvent, useId, useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { selectStem } from '../../../lib/text/select-stem.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { TextField } from '../../../ui/controls/text-field.tsx';
import type { Transfer } from '../model/machine.ts';
import {
  issueOf,
  type RefusedName,
  refusedNameOf,
  suggestedName,
  visibleName,
} from '../model/refused-name.ts';
import { otherRefusedNames, findNewPath, renameOf } from '../model/apply-renames.ts';
import { useText } from '../texts.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import styles from './transfer-tray.module.css';

interface RenameDialogProps {
  readonly transfer: Transfer;
  readonly engine: TransferEngine;
  readonly onClose: () => void;
}

/** Asks for another name for a refused file or folder. */
export function RenameDialog({ transfer, engine, onClose }: RenameDialogProps) {
  const text = useText();
  const errorTexts = useErrorTexts();
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  // The name when the dialog opened, because the upload may already be running again.
  const [refused] = useState(() => refusedNameOf(transfer));
  const [name, setName] = useState(() =>
    refused === undefined ? '' : suggestedName(refused, text('transfer.rename.unnamed')),
  );
  const [problem, setProblem] = useState<string>();
  const [isForAll, setForAll] = useState(false);
  const [others] = useState(() =>
    refused === undefined ? [] : otherRefusedNames(engine.failed(), transfer, refused),
  );
  if (refused === undefined) return null;
  const { isFolder } = refused;
  const messageFor = (issue: RefusedName['issue']): string =>
    issue === 'name_taken'
      ? text(isFolder ? 'transfer.error.folder_taken' : 'transfer.error.name_taken')
      : errorTexts.ofIssue(issue);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const issue = issueOf(name, refused);
    if (issue !== undefined) {
      setProblem(messageFor(issue));
      field.current?.focus();
      return;
    }
    const suggested = others.map(([row, fault]) =>
      renameOf(row, fault, suggestedName(fault, text('transfer.rename.unnamed'))),
    );
    const all = [...(isForAll ? suggested : []), renameOf(transfer, refused, name)];
    for (const [batchId, own] of Map.groupBy(all, (one) => one.batchId))
      engine.rename(batchId, own, findNewPath(own));
    onClose();
  };
  return (
    <Dialog
      isOpen
      size="small"
      isDismissable={false}
      title={text(isFolder ? 'transfer.rename.folder' : 'transfer.rename.file')}
      closeLabel={text('transfer.rename.later')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('transfer.rename.later')}</Button>
          <Button tone="primary" type="submit" form={form}>
            {text('transfer.rename.apply')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={handleSubmit} className={styles['rename']}>
        <p>
          <bdi className={styles['refused']}>{visibleName(refused.name)}</bdi>
        </p>
        <p>{messageFor(refused.issue)}</p>
        <TextField
          ref={field}
          label={text('transfer.rename.label')}
          name="name"
          autoComplete="off"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog asks only for this name
          autoFocus
          value={name}
          error={problem}
          onFocus={(event) => selectStem(event.currentTarget)}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        {others.length > 0 && (
          <Checkbox checked={isForAll} onChange={(event) => setForAll(event.currentTarget.checked)}>
            {text('transfer.rename.all', { count: others.length })}
          </Checkbox>
        )}
      </form>
    </Dialog>
  );
}
