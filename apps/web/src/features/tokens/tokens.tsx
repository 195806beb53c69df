import type { ApiToken, Person } from '@coffer/contracts';
import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { deleteToken, endOfToken, tokensQuery } from '../../api/session/tokens.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useTimeFormats } from '../../lib/language/time-format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Answered } from '../../ui/feedback/answered.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { AlertDialog } from '../../ui/overlays/index.ts';
import { Section } from '../../ui/page/section.tsx';
import { List, ListItem, Muted, Row, Words } from '../../ui/page/stack.tsx';
import { CreateToken } from './create-token.tsx';
import { focusHeadingIfLost } from '../../ui/page/focus-heading.ts';
import { useText } from './texts.ts';
import styles from './tokens.module.css';

export function Tokens({ person }: { readonly person: Person }) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const answer = useQuery(tokensQuery());
  const [isCreating, setCreating] = useState(false);
  const close = (): void => {
    setCreating(false);
    // After the first token, the button of the empty page is gone.
    focusHeadingIfLost();
  };
  const create = (
    <Button tone="primary" onClick={() => setCreating(true)}>
      {text('tokens.create')}
    </Button>
  );
  return (
    <Answered
      answer={answer}
      loading={text('tokens.loading')}
      failed={{
        title: text('tokens.failed'),
        reason: ofFailure(answer.failure),
        retry: text('tokens.retry'),
      }}
    >
      {({ items }) => (
        <>
          <Section
            title={text('tokens.yours')}
            description={
              <>
                {text('tokens.intro')} {text('tokens.stays')} {text('tokens.commandLine')}{' '}
                <code dir="ltr">coffer sign-in {location.origin}</code>
              </>
            }
          >
            {items.length === 0 ? (
              <EmptyState
                icon={SquareTerminal}
                title={text('tokens.none')}
                text={text('tokens.none.text')}
                action={create}
              />
            ) : (
              <>
                <List label={text('tokens.title')}>
                  {items.map((token) => (
                    <TokenItem key={token.id} token={token} now={new Date(answer.readAt)} />
                  ))}
                </List>
                <Row>{create}</Row>
              </>
            )}
          </Section>
          <CreateToken isOpen={isCreating} person={person} onClose={close} />
        </>
      )}
    </Answered>
  );
}

function TokenItem({ token, now }: { readonly token: ApiToken; readonly now: Date }) {
  const text = useText();
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation(() => deleteToken(cache, token));
  const name = token.label;
  const handleConfirm = async (): Promise<void> => {
    setAsking(false);
    const { failure } = await remove.run();
    if (failure !== undefined) return;
    showToast({ tone: 'success', text: text('tokens.deleted', { name }) });
    focusHeadingIfLost();
  };
  return (
    <ListItem>
      <Icon of={SquareTerminal} size={24} />
      <Words>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <Muted>{token.scopes.map((scope) => text(`tokens.scope.${scope}`)).join(' · ')}</Muted>
        <Times token={token} now={now} />
        <Refusal words={ofFailure(remove.failure)} />
      </Words>
      <Button
        isBusy={remove.isPending}
        aria-label={text('tokens.deleteNamed', { name })}
        onClick={() => setAsking(true)}
      >
        {text('tokens.delete')}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={text('tokens.confirm.title', { name })}
        confirmLabel={text('tokens.delete')}
        cancelLabel={text('tokens.cancel')}
        onConfirm={() => void handleConfirm()}
        onClose={() => setAsking(false)}
      >
        <p>{text('tokens.confirm.text')}</p>
      </AlertDialog>
    </ListItem>
  );
}

function Times({ token, now }: { readonly token: ApiToken; readonly now: Date }) {
  const text = useText();
  const { date } = useFormats();
  const { relative } = useTimeFormats();
  const { createdAt, expiresAt, lastUsedAt } = token;
  const end = endOfToken(token, now);
  return (
    <Muted>
      {text('tokens.made', { date: date(createdAt) })}
      {' · '}
      {lastUsedAt === null ? text('tokens.unused') : text('tokens.used', { time: relative(lastUsedAt, now) })}
      {' · '}
      <span className={styles[end]}>
        {end === 'over' && text('tokens.expired', { date: date(expiresAt) })}
        {end === 'soon' && text('tokens.expiresSoon', { time: relative(expiresAt, now) })}
        {end === 'later' && text('tokens.expires', { date: date(expiresAt) })}
      </span>
    </Muted>
  );
}
