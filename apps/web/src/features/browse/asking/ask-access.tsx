import type { NodeView } from '@coffer/contracts';
import { Hand, Hourglass } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import {
  askableQuery,
  type AskableAccess,
  askForAccess,
  type AskedRole,
  withdrawRequest,
} from '../../../api/sharing/access-requests.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from './asking.module.css';
import { isTooLong, MessageField } from './message-field.tsx';
import { useText } from './texts.ts';

type AskedNode = Pick<NodeView, 'id' | 'name'>;

interface AskAccessProps {
  readonly node: AskedNode;
  /** Whether the person came here to ask. */
  readonly isFormFirst?: boolean;
  /** Called on cancel, instead of going back to the offer. */
  readonly onCancel?: () => void;
}

/** Renders nothing until the roles are known, or if there is no further role to ask for. */
export function AskAccess({ node, isFormFirst = false, onCancel }: AskAccessProps) {
  const text = useText();
  const { data } = useQuery(askableQuery(node.id));
  const [isOpened, setAsking] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  const [ends, setEnds] = useState(0);
  // The pressed button is gone, so the focus goes to the button of the new state.
  useEffect(() => {
    if (ends > 0) button.current?.focus();
  }, [ends]);
  if (data === undefined || data.roles.length === 0) return null;
  const isUnasked = data.request === null && data.isAnswerable && data.mayAskAt === null;
  const isAsking = isOpened ?? (isFormFirst && isUnasked);
  const end = (): void => {
    setAsking(false);
    setEnds(ends + 1);
  };
  return (
    <section data-asks="" className={styles['asking']} aria-label={text('ask.title')}>
      {isAsking ? (
        <AskForm node={node} askable={data} onEnd={end} onCancel={onCancel ?? end} />
      ) : (
        <AskState node={node} askable={data} button={button} onAsk={() => setAsking(true)} onEnd={end} />
      )}
    </section>
  );
}

interface AskStateProps {
  readonly node: AskedNode;
  readonly askable: AskableAccess;
  readonly button: { readonly current: HTMLButtonElement | null };
  readonly onAsk: () => void;
  readonly onEnd: () => void;
}

function AskState({ node, askable, button, onAsk, onEnd }: AskStateProps) {
  const text = useText();
  const words = useErrorTexts();
  const formats = useFormats();
  const cache = useQueryCache();
  const withdrawing = useMutation(withdrawRequest);
  const { request, isAnswerable, mayAskAt, role } = askable;
  const handleWithdraw = async (): Promise<void> => {
    const { failure } = await withdrawing.run(cache, node.id);
    if (failure !== undefined) return;
    announce(text('ask.withdrawn'));
    onEnd();
  };
  if (request !== null) {
    return (
      <>
        <p className={styles['line']}>
          <Icon of={Hourglass} size={18} />
          {text(`ask.waiting.${request.role}`, { date: formats.date(request.at) })}
        </p>
        {request.message !== '' && (
          <p className={styles['muted']} dir="auto">
            “{request.message}”
          </p>
        )}
        <Asked askable={askable} />
        <Refusal words={words.ofFailure(withdrawing.failure)} />
        <div className={styles['ways']}>
          <Button ref={button} onClick={onAsk}>
            {text('ask.change')}
          </Button>
          <Button tone="quiet" isBusy={withdrawing.isPending} onClick={() => void handleWithdraw()}>
            {text('ask.withdraw')}
          </Button>
        </div>
      </>
    );
  }
  const held = text(`ask.held.${heldOf(role)}`);
  if (!isAnswerable) return <p className={styles['muted']}>{`${held} ${text('ask.nobody')}`}</p>;
  if (mayAskAt !== null) {
    return <p className={styles['muted']}>{text('ask.declined', { date: formats.dateTime(mayAskAt) })}</p>;
  }
  return (
    <div className={styles['offer']}>
      <p className={styles['grow']}>{held}</p>
      <Button ref={button} icon={Hand} onClick={onAsk}>
        {text(role === 'editor' ? 'ask.open.manager' : 'ask.open.editor')}
      </Button>
    </div>
  );
}

function heldOf(role: AskableAccess['role']): 'viewer' | 'contributor' | 'editor' {
  return role === 'contributor' || role === 'editor' ? role : 'viewer';
}

/** The people who are asked, as far as the person may see them. */
function Asked({ askable: { asked } }: { readonly askable: AskableAccess }) {
  const text = useText();
  if (asked.length === 0) return <p className={styles['muted']}>{text('ask.asked.hidden')}</p>;
  return (
    <div className={styles['asked']}>
      <span className={styles['muted']}>{text('ask.asked')}</span>
      <ul>
        {asked.map(({ id, name, picture }) => (
          <li key={id}>
            <Avatar name={name} picture={picture} size="small" />
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface AskFormProps {
  readonly node: AskedNode;
  readonly askable: AskableAccess;
  readonly onEnd: () => void;
  readonly onCancel: () => void;
}

function AskForm({ node, askable, onEnd, onCancel }: AskFormProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const { roles, request } = askable;
  const [role, setRole] = useState<AskedRole>(request?.role ?? roles[0] ?? 'editor');
  const [message, setMessage] = useState(request?.message ?? '');
  const asking = useMutation(askForAccess);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (asking.isPending || isTooLong(message)) return;
    const { failure } = await asking.run(cache, node.id, { role, message: message.trim() });
    if (failure !== undefined) return;
    announce(text('ask.sent'));
    onEnd();
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void handleSubmit(event)}>
      <ChoiceGroup
        label={text('ask.role', { name: node.name })}
        value={role}
        isFocusedFirst
        choices={roles.map((value) => ({
          value,
          label: text(`ask.role.${value}`),
          hint: text(`ask.role.${value}.can`),
        }))}
        onChange={setRole}
      />
      <MessageField label={text('ask.message')} value={message} onChange={setMessage} />
      <Asked askable={askable} />
      <Refusal words={words.ofFailure(asking.failure)} />
      <div className={styles['ways']}>
        <Button tone="primary" type="submit" isBusy={asking.isPending}>
          {text('ask.send')}
        </Button>
        <Button onClick={onCancel}>{text('ask.cancel')}</Button>
      </div>
    </form>
  );
}
