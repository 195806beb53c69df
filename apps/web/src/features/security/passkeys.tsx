import type { PasskeyList } from '@coffer/contracts';
import { KeyRound, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { addPasskey, passkeysQuery, removePasskey, startPasskey } from '../../api/session/factors.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { type CreatedPasskey, createPasskey } from '../../lib/passkeys/create-passkey.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { AlertDialog } from '../../ui/overlays/index.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { List, ListItem, Muted, Row, Words } from '../../ui/page/stack.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { PasskeyName } from './passkey-name.tsx';
import { focusHeadingIfLost } from '../../ui/page/focus-heading.ts';
import { useText } from './texts.ts';

type Passkey = PasskeyList['items'][number];

export function Passkeys() {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const { data, failure, isPending, refetch } = useQuery(passkeysQuery());
  if (isPending) {
    return (
      <output aria-label={text('security.passkeys.loading')}>
        <Skeleton width="14rem" height="36px" />
      </output>
    );
  }
  if (data === undefined) {
    return (
      <>
        <Refusal words={ofFailure(failure)} />
        <Row>
          <Button onClick={() => void refetch()}>{text('security.retry')}</Button>
        </Row>
      </>
    );
  }
  return (
    <>
      {data.items.length === 0 ? (
        <Muted>{text('security.passkeys.none')}</Muted>
      ) : (
        <List label={text('security.passkeys')}>
          {data.items.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </List>
      )}
      <AddPasskey />
    </>
  );
}

function AddPasskey() {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const cache = useQueryCache();
  const [outcome, setOutcome] = useState<CreatedPasskey['kind']>();
  const add = useMutation(async () => {
    const created = await createPasskey(await startPasskey());
    setOutcome(created.kind);
    if (created.kind === 'made') await addPasskey(cache, { credential: created.credential });
    return created.kind;
  });
  const handleAdd = async (): Promise<void> => {
    setOutcome(undefined);
    const { data } = await add.run();
    if (data === 'made') showToast({ tone: 'success', text: text('security.passkeys.added') });
  };
  return (
    <>
      <Refusal words={ofFailure(add.failure)} />
      {outcome !== undefined && outcome !== 'made' && (
        <Banner tone={outcome === 'cancelled' ? 'info' : 'danger'} isAlert>
          <p>{text(`security.passkeys.outcome.${outcome}`)}</p>
        </Banner>
      )}
      <Row>
        <Button isBusy={add.isPending} onClick={() => void handleAdd()}>
          {text('security.passkeys.add')}
        </Button>
      </Row>
    </>
  );
}

function PasskeyItem({ passkey }: { readonly passkey: Passkey }) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const cache = useQueryCache();
  const { date } = useFormats();
  const [isAsking, setAsking] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const remove = useMutation(() => removePasskey(cache, passkey.id));
  const name = passkey.name === '' ? text('security.passkeys.unnamed') : passkey.name;
  const handleConfirm = async (): Promise<void> => {
    setAsking(false);
    const { failure } = await remove.run();
    if (failure !== undefined) return;
    showToast({ tone: 'success', text: text('security.passkeys.removed') });
    focusHeadingIfLost();
  };
  return (
    <ListItem>
      <Icon of={KeyRound} size={24} />
      <Words>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {passkey.createdAt !== null && (
          <Muted>{text('security.passkeys.since', { date: date(passkey.createdAt) })}</Muted>
        )}
        <Refusal words={ofFailure(remove.failure)} />
      </Words>
      <IconButton
        icon={Pencil}
        label={text('security.passkeys.renameNamed', { name })}
        onClick={() => setNaming(true)}
      />
      <Button
        isBusy={remove.isPending}
        aria-label={text('security.passkeys.removeNamed', { name })}
        onClick={() => setAsking(true)}
      >
        {text('security.passkeys.remove')}
      </Button>
      <PasskeyName isOpen={isNaming} id={passkey.id} name={name} onClose={() => setNaming(false)} />
      <AlertDialog
        isOpen={isAsking}
        title={text('security.passkeys.confirm.title', { name })}
        confirmLabel={text('security.passkeys.remove')}
        cancelLabel={text('security.cancel')}
        onConfirm={() => void handleConfirm()}
        onClose={() => setAsking(false)}
      >
        <p>{text('security.passkeys.confirm.text')}</p>
      </AlertDialog>
    </ListItem>
  );
}
