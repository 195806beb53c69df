import { type GuestRequest, LIMITS } from '@coffer/contracts';
import { type FormEvent, useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { beginHandIn } from '../../../api/links/hand-in.ts';
import { guestLinkQuery } from '../../../api/links/guest-link.ts';
import { invalidate } from '../../../api/calls/query-cache.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Refusal as Refused } from '../../../ui/feedback/refusal.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { type ChosenRow, type Judged, judgeChosen, withoutRow } from './chosen-rows.ts';
import type { ChosenFiles, GuestSending, GuestTransfers, OwnHandIn } from './guest-transfers.ts';
import { useKindNames } from './kind-names.ts';
import styles from './request.module.css';
import { Row } from './row.tsx';
import { storeHandIn } from './stored-hand-in.ts';
import { useText } from './texts.ts';

interface ChosenListProps {
  readonly token: string;
  readonly request: GuestRequest;
  readonly chosen: ChosenFiles;
  readonly loadTransfers: () => Promise<GuestTransfers>;
  readonly onChange: (chosen: ChosenFiles) => void;
  readonly onBegun: (handIn: OwnHandIn, sending: GuestSending) => void;
}

/** The accepted and rejected files, and the submit button. */
export function ChosenList(props: ChosenListProps) {
  const { token, request, chosen, loadTransfers, onChange, onBegun } = props;
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const judged = judgeChosen(chosen.entries, request);
  const beginning = useMutation(async (name: string, email: string): Promise<void> => {
    // Loaded first, so that no hand-in begins that cannot be sent.
    const transfers = await loadTransfers();
    const begun = await beginHandIn(token, { name, email });
    const handIn = { token, ...begun };
    storeHandIn(handIn);
    const sending = await transfers.open(handIn);
    sending.engine.add(begun.folderId, judged.accepted, chosen.roots);
    onBegun(handIn, sending);
  });
  const handleSubmit = async (name: string, email: string): Promise<void> => {
    const { failure } = await beginning.run(name, email);
    // Refreshing shows the page of a request that has ended.
    if (failure !== undefined) await invalidate(cache, guestLinkQuery(token).queryKey);
  };
  const error = beginning.failure === undefined ? undefined : apiErrorOf(beginning.failure.cause);
  return (
    <>
      <ul className={styles['rows']} aria-label={text('request.chosen')}>
        {judged.rows.map((row) => (
          <Chosen
            key={row.key}
            row={row}
            request={request}
            onRemove={() => onChange(withoutRow(chosen, row))}
          />
        ))}
      </ul>
      <Refused words={error?.code === 'invalid_request' ? undefined : words.ofFailure(beginning.failure)} />
      <HandInForm
        request={request}
        judged={judged}
        isBusy={beginning.isPending}
        fieldError={(field) => words.ofField(error, field)}
        onSubmit={(name, email) => void handleSubmit(name, email)}
      />
    </>
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
    const valueOf = (field: string): string => {
      const value = data.get(field);
      return typeof value === 'string' ? value.trim() : '';
    };
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
