import type { AdminPerson, ApiToken } from '@coffer/contracts';
import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { revokeToken, revokeTokens, tokensOfQuery } from '../../../api/administration/tokens.ts';
import { endOfToken } from '../../../api/session/tokens.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { useTimeFormats } from '../../../lib/language/time-format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Answered } from '../../../ui/feedback/answered.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { AlertDialog, Dialog, DialogActions } from '../../../ui/overlays/index.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { List, ListItem, Muted, Stack, Words } from '../../../ui/page/stack.tsx';
import { useText } from '../texts.ts';
import styles from './dialogs.module.css';
import { useRefusals } from '../use-refusals.ts';

interface TokensDialogProps {
  readonly item: AdminPerson;
  readonly name: string;
  readonly onClose: () => void;
}

export function TokensDialog({ item, name, onClose }: TokensDialogProps) {
  const text = useText();
  const cache = useQueryCache();
  const words = useRefusals();
  const answer = useQuery(tokensOfQuery(item.id));
  const revoke = useMutation(async (token: ApiToken | undefined) =>
    token === undefined ? await revokeTokens(cache, item.id) : await revokeToken(cache, item.id, token.id),
  );
  const [asked, setAsked] = useState<ApiToken | 'all'>();
  if (asked !== undefined) {
    const token = asked === 'all' ? undefined : asked;
    const handleConfirm = async (): Promise<void> => {
      const { failure } = await revoke.run(token);
      setAsked(undefined);
      if (failure !== undefined) return;
      const said =
        token === undefined
          ? text('people.tokens.deletedAll')
          : text('people.tokens.deleted', { label: token.label });
      showToast({ tone: 'success', text: said });
    };
    return (
      <AlertDialog
        isOpen
        title={
          token === undefined
            ? text('people.tokens.askAll', { name })
            : text('people.tokens.ask', { label: token.label })
        }
        confirmLabel={text(token === undefined ? 'people.tokens.deleteAll' : 'people.tokens.delete')}
        cancelLabel={text('people.cancel')}
        isBusy={revoke.isPending}
        onConfirm={() => void handleConfirm()}
        onClose={() => setAsked(undefined)}
      >
        <p>{text('people.tokens.askText', { name })}</p>
      </AlertDialog>
    );
  }
  return (
    <Dialog
      isOpen
      title={text('people.tokens', { name })}
      closeLabel={text('people.tokens.close')}
      onClose={onClose}
    >
      <Answered
        answer={answer}
        loading={text('people.tokens.loading')}
        failed={{
          title: text('people.tokens.failed'),
          reason: words.ofFailure(answer.failure),
          retry: text('people.retry'),
        }}
      >
        {({ items }) => (
          <Stack>
            <Refusal words={words.ofFailure(revoke.failure)} />
            {items.length === 0 ? (
              <Muted>{text('people.tokens.none', { name })}</Muted>
            ) : (
              <List label={text('people.tokens', { name })}>
                {items.map((token) => (
                  <TokenItem
                    key={token.id}
                    token={token}
                    now={new Date(answer.readAt)}
                    onRevoke={() => setAsked(token)}
                  />
                ))}
              </List>
            )}
            <DialogActions>
              {items.length > 1 && (
                <Button tone="danger" onClick={() => setAsked('all')}>
                  {text('people.tokens.deleteAll')}
                </Button>
              )}
              <Button onClick={onClose}>{text('people.tokens.close')}</Button>
            </DialogActions>
          </Stack>
        )}
      </Answered>
    </Dialog>
  );
}

interface TokenItemProps {
  readonly token: ApiToken;
  readonly now: Date;
  readonly onRevoke: () => void;
}

function TokenItem({ token, now, onRevoke }: TokenItemProps) {
  const text = useText();
  const { date } = useFormats();
  const { relative } = useTimeFormats();
  const { expiresAt, label, lastUsedAt, scopes } = token;
  const end = endOfToken(token, now);
  return (
    <ListItem>
      <Icon of={SquareTerminal} size={24} />
      <Words>
        <strong>
          <bdi>{label}</bdi>
        </strong>
        <Muted>{scopes.map((scope) => text(`people.tokens.scope.${scope}`)).join(' · ')}</Muted>
        <Muted>
          {lastUsedAt === null
            ? text('people.tokens.unused')
            : text('people.tokens.used', { time: relative(lastUsedAt, now) })}
          {' · '}
          <span className={styles[end]}>
            {end === 'over' && text('people.tokens.expired', { date: date(expiresAt) })}
            {end === 'soon' && text('people.tokens.expires', { date: relative(expiresAt, now) })}
            {end === 'later' && text('people.tokens.expires', { date: date(expiresAt) })}
          </span>
        </Muted>
      </Words>
      <Button aria-label={text('people.tokens.deleteNamed', { name: label })} onClick={onRevoke}>
        {text('people.tokens.delete')}
      </Button>
    </ListItem>
  );
}
