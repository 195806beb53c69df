import { LIMITS, type Notification } from '@coffer/contracts';
import { type FormEvent, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { answerRequest, type AnswerToRequest } from '../../../api/sharing/access-requests.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { charactersOver } from '../../../lib/text/characters-over.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { LimitedField } from '../../../ui/controls/limited-field.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import styles from './panel.module.css';
import { useText } from './texts.ts';

type Subject = Extract<Notification['subject'], { readonly kind: 'access_requested' }>;

interface RequestAnswerProps {
  readonly subject: Subject;
  readonly person: string | undefined;
}

/** Lets the person answer an access request inside its notification. */
export function RequestAnswer({ subject, person = '' }: RequestAnswerProps) {
  const text = useText();
  const words = useErrorTexts();
  const { number } = useFormats();
  const cache = useQueryCache();
  const answering = useMutation(answerRequest);
  const [reason, setReason] = useState<string>();
  const { nodeId, requestId: id, revision, name } = subject;
  const answer = (body: AnswerToRequest): void => void answering.run(cache, { nodeId, id, revision }, body);
  const handleDecline = (event: FormEvent): void => {
    event.preventDefault();
    const isTooLong = charactersOver(reason ?? '', LIMITS.accessRequestLengthMax) > 0;
    if (!answering.isPending && !isTooLong) answer({ answer: 'decline', reason: (reason ?? '').trim() });
  };
  if (reason !== undefined) {
    return (
      <form className={styles['answer']} noValidate onSubmit={handleDecline}>
        <LimitedField
          label={text('notifications.request.reason')}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the pressed button asks for this field
          autoFocus
          lengthMax={LIMITS.accessRequestLengthMax}
          value={reason}
          onType={setReason}
          sayTooLong={(over) => text('notifications.request.tooLong', { count: over, number: number(over) })}
        />
        <Refusal words={words.ofFailure(answering.failure)} />
        <span className={styles['ways']}>
          <Button tone="danger" type="submit" isBusy={answering.isPending}>
            {text('notifications.request.decline')}
          </Button>
          <Button onClick={() => setReason(undefined)}>{text('notifications.request.cancel')}</Button>
        </span>
      </form>
    );
  }
  return (
    <div className={styles['answer']}>
      <Refusal words={words.ofFailure(answering.failure)} />
      <span className={styles['ways']}>
        <Button
          tone="primary"
          isBusy={answering.isPending}
          aria-label={text('notifications.request.give.to', { person, name })}
          onClick={() => answer({ answer: 'give' })}
        >
          {text('notifications.request.give')}
        </Button>
        <Button
          aria-label={text('notifications.request.decline.of', { person, name })}
          onClick={() => setReason('')}
        >
          {text('notifications.request.decline')}
        </Button>
      </span>
    </div>
  );
}

interface RequestOutcomeProps {
  readonly subject: Subject;
  /** The person who received the notification. */
  readonly personId: string;
}

/** Shows the result of the request once it is no longer open. */
export function RequestOutcome({ subject: { state, answeredBy }, personId }: RequestOutcomeProps) {
  const text = useText();
  if (state === 'open') return null;
  if ((state === 'given' || state === 'declined') && answeredBy?.id === personId) {
    return <span className={styles['message']}>{text(`notifications.request.mine.${state}`)}</span>;
  }
  const person = answeredBy?.name ?? text('notifications.somebody');
  return (
    <span className={styles['message']}>{text(`notifications.request.state.${state}`, { person })}</span>
  );
}
