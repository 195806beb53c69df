import { type GuestRequest, LIMITS } from '@coffer/contracts';
import { FileUp } from 'lucide-react';
import { type DragEvent, type FormEvent, useState } from 'react';
import { apiErrorOf } from '../../../api/error.ts';
import { useErrorTexts } from '../../../api/error-texts.ts';
import { beginHandIn } from '../../../api/links/hand-in.ts';
import { guestLinkQuery } from '../../../api/links/guest-link.ts';
import { invalidate } from '../../../api/query-cache.ts';
import { useMutation } from '../../../api/use-mutation.ts';
import { useQueryCache } from '../../../api/use-query.ts';
import { useFormats } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Refusal as Refused } from '../../../ui/refusal.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type ChosenRow, type Judged, judgeChosen, rowKeyOf } from './chosen-rows.ts';
import { FileChoosers } from './file-choosers.tsx';
import type { ChosenFiles, GuestSending, GuestTransfers, OwnHandIn } from './guest-transfers.ts';
import { readDrop, readFiles } from './read-chosen.ts';
import { useKindNames } from './kind-names.ts';
import styles from './request.module.css';
import { Row } from './row.tsx';
import { storeHandIn } from './stored-hand-in.ts';
import { useText } from './texts.ts';

interface ChoosingProps {
  readonly token: string;
  readonly request: GuestRequest;
  readonly loadTransfers: () => Promise<GuestTransfers>;
  readonly onBegun: (handIn: OwnHandIn, sending: GuestSending) => void;
}

const NOTHING: ChosenFiles = { entries: [], roots: [] };

/** Nothing is sent before the guest says so. */
export function Choosing({ token, request, loadTransfers, onBegun }: ChoosingProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const [chosen, setChosen] = useState(NOTHING);
  const [isUnread, setUnread] = useState(false);
  const judged = judgeChosen(chosen.entries, request);
  const beginning = useMutation(async (name: string, email: string): Promise<void> => {
    const begun = await beginHandIn(token, { name, email });
    const handIn = { token, ...begun };
    const sending = await (await loadTransfers()).open(handIn);
    storeHandIn(handIn);
    sending.engine.add(begun.folderId, judged.accepted, chosen.roots);
    onBegun(handIn, sending);
  });
  const add = async (reading: Promise<ChosenFiles>): Promise<void> => {
    const [read] = await Promise.allSettled([reading]);
    setUnread(read.status === 'rejected');
    if (read.status === 'fulfilled') setChosen((before) => merged(before, read.value));
  };
  const handleSubmit = async (name: string, email: string): Promise<void> => {
    const { failure } = await beginning.run(name, email);
    // A request that ended shows its own page.
    if (failure !== undefined) await invalidate(cache, guestLinkQuery(token).queryKey);
  };
  const isFull = request.filesLeft === 0 || request.bytesLeft === 0;
  if (isFull) {
    return (
      <Banner tone="info" title={text('request.full.title')}>
        <p>{text('request.full.text')}</p>
      </Banner>
    );
  }
  const error = beginning.failure === undefined ? undefined : apiErrorOf(beginning.failure.cause);
  return (
    <>
      <DropArea
        onDrop={(data) => void add(readDrop(loadTransfers, data))}
        onFiles={(files) => void add(readFiles(loadTransfers, files))}
        isPrimary={chosen.entries.length === 0}
      />
      {isUnread && <Refused words={text('request.unread')} />}
      {judged.rows.length > 0 && (
        <>
          <ul className={styles['rows']} aria-label={text('request.chosen')}>
            {judged.rows.map((row) => (
              <Chosen
                key={row.key}
                row={row}
                request={request}
                onRemove={() => setChosen((before) => without(before, row))}
              />
            ))}
          </ul>
          <Refused
            words={error?.code === 'invalid_request' ? undefined : words.ofFailure(beginning.failure)}
          />
          <HandInForm
            request={request}
            judged={judged}
            isBusy={beginning.isPending}
            fieldError={(field) => words.ofField(error, field)}
            onSubmit={(name, email) => void handleSubmit(name, email)}
          />
        </>
      )}
    </>
  );
}

function merged(before: ChosenFiles, { entries, roots }: ChosenFiles): ChosenFiles {
  const known = new Set(before.entries.map(({ path }) => path.join('/')));
  const fresh = entries.filter(({ path }) => !known.has(path.join('/')));
  return { entries: [...before.entries, ...fresh], roots: [...before.roots, ...roots] };
}

function without({ entries, roots }: ChosenFiles, row: ChosenRow): ChosenFiles {
  return {
    entries: entries.filter((entry) =>
      entry.kind === 'file' ? rowKeyOf(entry) !== row.key : `folder ${entry.path[0] ?? ''}` !== row.key,
    ),
    roots: roots.filter(({ name }) => name !== row.name),
  };
}

interface DropAreaProps {
  readonly isPrimary: boolean;
  readonly onDrop: (data: DataTransfer) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

function DropArea({ isPrimary, onDrop, onFiles }: DropAreaProps) {
  const text = useText();
  const [isOver, setOver] = useState(false);
  const handleOver = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons in it do the same
    <div
      className={styles['drop']}
      data-over={isOver || undefined}
      onDragEnter={handleOver}
      onDragOver={handleOver}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer);
      }}
    >
      <span className={styles['badge']}>
        <Icon of={FileUp} size={24} />
      </span>
      <div className={styles['dropWords']}>
        <strong>{text('request.drop')}</strong>
        <span className={styles['muted']}>{text('request.drop.note')}</span>
      </div>
      <FileChoosers
        filesLabel={text('request.chooseFiles')}
        folderLabel={text('request.chooseFolder')}
        isPrimary={isPrimary}
        onFiles={onFiles}
      />
    </div>
  );
}

interface ChosenProps {
  readonly row: ChosenRow;
  readonly request: GuestRequest;
  readonly onRemove: () => void;
}

function Chosen({ row, request, onRemove }: ChosenProps) {
  const text = useText();
  const { size } = useFormats();
  const kindNames = useKindNames();
  const { name, isFolder, fileCount, sizeBytes, refusal, refusedCount } = row;
  const why = (): string | undefined => {
    if (refusal === undefined) return undefined;
    const reason = text(`request.refused.${refusal}`, {
      kinds: kindNames(request.kinds),
      size: size(request.bytesLeft ?? 0),
    });
    return isFolder && refusedCount < fileCount
      ? text('request.refused.some', { count: refusedCount, reason })
      : reason;
  };
  return (
    <Row
      name={name}
      isFolder={isFolder}
      facts={isFolder ? text('request.folder', { count: fileCount, size: size(sizeBytes) }) : size(sizeBytes)}
      status={refusedCount > 0 && refusedCount >= fileCount ? text('request.notAccepted') : ''}
      problem={why()}
      removeLabel={text('request.remove', { name })}
      onRemove={onRemove}
    />
  );
}

interface HandInFormProps {
  readonly request: GuestRequest;
  readonly judged: Judged;
  readonly isBusy: boolean;
  readonly fieldError: (field: string) => string | undefined;
  readonly onSubmit: (name: string, email: string) => void;
}

function HandInForm({ request, judged, isBusy, fieldError, onSubmit }: HandInFormProps) {
  const text = useText();
  const { number, size } = useFormats();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const { asksName, asksEmail, bytesLeft } = request;
  const { accepted, acceptedFiles, acceptedBytes, refusedFiles } = judged;
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const valueOf = (field: string): string => String(data.get(field) ?? '').trim();
    const wrong = [...(asksName ? ['name'] : []), ...(asksEmail ? ['email'] : [])].filter(
      (field) => valueOf(field) === '',
    );
    setMissing(wrong);
    if (wrong.length === 0) onSubmit(valueOf('name'), valueOf('email'));
    else form.querySelector<HTMLInputElement>(`[name="${wrong[0]}"]`)?.focus();
  };
  const errorOf = (field: 'name' | 'email'): string | undefined =>
    missing.includes(field) ? text(`request.${field}.missing`) : fieldError(field);
  return (
    <form noValidate className={styles['form']} onSubmit={handleSubmit}>
      {(asksName || asksEmail) && (
        <div className={styles['pair']}>
          {asksName && (
            <TextField
              label={text('request.name')}
              name="name"
              autoComplete="name"
              required
              maxLength={LIMITS.requestGuestNameLengthMax}
              error={errorOf('name')}
            />
          )}
          {asksEmail && (
            <TextField
              label={text('request.email')}
              name="email"
              type="email"
              dir="ltr"
              autoComplete="email"
              required
              maxLength={LIMITS.emailLengthMax}
              error={errorOf('email')}
            />
          )}
        </div>
      )}
      <div className={styles['submit']}>
        <Button tone="primary" type="submit" isBusy={isBusy} disabled={accepted.length === 0}>
          {text('request.handIn', { count: acceptedFiles, number: number(acceptedFiles) })}
        </Button>
        <output className={styles['muted']}>
          {bytesLeft === null
            ? size(acceptedBytes)
            : text('request.sizeOf', { size: size(acceptedBytes), max: size(bytesLeft) })}
          {refusedFiles > 0 &&
            ` · ${text('request.behind', { count: refusedFiles, number: number(refusedFiles) })}`}
        </output>
      </div>
    </form>
  );
}
