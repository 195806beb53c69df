import type { NodeId } from '@coffer/contracts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import {
  type AccessRequest,
  accessRequestsQuery,
  answerRequest,
  type AnswerToRequest,
} from '../../../api/sharing/access-requests.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import styles from './asking.module.css';
import { isTooLong, MessageField } from './message-field.tsx';
import { useText } from './texts.ts';

interface Answered {
  readonly outcome?: string;
  /** The failure of the answer, for example because somebody else answered first. */
  readonly failure?: { readonly cause: unknown };
}

/** Renders nothing if there are no requests and none was answered. */
export function RequestList({ nodeId }: { readonly nodeId: NodeId }) {
  const text = useText();
  const words = useErrorTexts();
  const { data } = useQuery(accessRequestsQuery(nodeId));
  const [answered, setAnswered] = useState<Answered>();
  const list = useRef<HTMLElement>(null);
  const items = data?.items ?? [];
  // The pressed button is gone, so the list takes the focus.
  useEffect(() => {
    if (answered !== undefined) list.current?.focus();
  }, [answered]);
  // The result of an answer stays visible after its row is gone.
  if (items.length === 0 && answered === undefined) return null;
  return (
    <section ref={list} tabIndex={-1} className={styles['asking']} aria-label={text('ask.list')}>
      <p className={styles['heading']}>{text('ask.list')}</p>
      {answered?.outcome !== undefined && <p className={styles['muted']}>{answered.outcome}</p>}
      <Refusal words={words.ofFailure(answered?.failure)} />
      {items.length > 0 && (
        <ul className={styles['list']}>
          {items.map((request) => (
            <RequestRow key={request.id} request={request} onEnd={setAnswered} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RequestRowProps {
  readonly request: AccessRequest;
  readonly onEnd: (answered: Answered) => void;
}

function RequestRow({ request, onEnd }: RequestRowProps) {
  const text = useText();
  const formats = useFormats();
  const cache = useQueryCache();
  const answering = useMutation(answerRequest);
  const [isDeclining, setDeclining] = useState(false);
  const decline = useRef<HTMLButtonElement>(null);
  const [cancels, setCancels] = useState(0);
  // The pressed button is gone, so the focus returns to "Decline".
  useEffect(() => {
    if (cancels > 0) decline.current?.focus();
  }, [cancels]);
  const { person, role, message, at } = request;
  const answer = async (body: AnswerToRequest): Promise<void> => {
    const { failure } = await answering.run(cache, request, body);
    if (failure !== undefined) {
      onEnd({ failure });
      return;
    }
    const outcome = text(body.answer === 'give' ? 'ask.given' : 'ask.declinedNow', { name: person.name });
    announce(outcome);
    onEnd({ outcome });
  };
  const cancel = (): void => {
    setDeclining(false);
    setCancels(cancels + 1);
  };
  return (
    <li className={styles['request']}>
      <Avatar name={person.name} picture={person.picture} size="small" />
      <div className={styles['grow']}>
        <span>{text(`ask.wants.${role}`, { name: person.name })}</span>
        <span className={styles['muted']}>
          <bdi>{person.email}</bdi> · {formats.date(at)}
        </span>
        {message !== '' && <span dir="auto">“{message}”</span>}
      </div>
      {isDeclining ? (
        <DeclineForm
          isBusy={answering.isPending}
          onDecline={(reason) => void answer({ answer: 'decline', reason })}
          onCancel={cancel}
        />
      ) : (
        <div className={styles['ways']}>
          <Button
            tone="primary"
            isBusy={answering.isPending}
            aria-label={text('ask.give.to', { name: person.name })}
            onClick={() => void answer({ answer: 'give' })}
          >
            {text('ask.give')}
          </Button>
          <Button
            ref={decline}
            aria-label={text('ask.decline.of', { name: person.name })}
            onClick={() => setDeclining(true)}
          >
            {text('ask.decline')}
          </Button>
        </div>
      )}
    </li>
  );
}

interface DeclineFormProps {
  readonly isBusy: boolean;
  readonly onDecline: (reason: string) => void;
  readonly onCancel: () => void;
}

function DeclineForm({ isBusy, onDecline, onCancel }: DeclineFormProps) {
  const text = useText();
  const [reason, setReason] = useState('');
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy && !isTooLong(reason)) onDecline(reason.trim());
  };
  return (
    <form className={styles['form']} noValidate onSubmit={handleSubmit}>
      <MessageField label={text('ask.reason')} isFirst value={reason} onChange={setReason} />
      <div className={styles['ways']}>
        <Button tone="danger" type="submit" isBusy={isBusy}>
          {text('ask.decline')}
        </Button>
        <Button onClick={onCancel}>{text('ask.cancel')}</Button>
      </div>
    </form>
  );
}
