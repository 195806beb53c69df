import {
  type CreatedToken,
  type CreateTokenRequest,
  LIMITS,
  type Person,
  TOKEN_SCOPES,
  type TokenScope,
} from '@coffer/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { type ApiError, apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { type Mutation, useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { startRedirect } from '../../api/session/sign-in.ts';
import { createToken } from '../../api/session/tokens.ts';
import { useFocusOnArrival } from '../../lib/hooks/use-focus-on-arrival.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Dialog, DialogActions } from '../../ui/overlays/index.ts';
import { Form } from '../../ui/page/stack.tsx';
import { NewToken } from './new-token.tsx';
import { useText } from './texts.ts';
import styles from './tokens.module.css';

const LIVES_DAYS = [7, 30, LIMITS.tokenLifeDays, 180, LIMITS.tokenLifeDaysMax];

interface CreateTokenProps {
  readonly isOpen: boolean;
  readonly person: Person;
  readonly onClose: () => void;
}

/** First the form, then the secret, which is shown only here. */
export function CreateToken({ isOpen, person, onClose }: CreateTokenProps) {
  const text = useText();
  const cache = useQueryCache();
  const create = useMutation((wanted: CreateTokenRequest) => createToken(cache, wanted));
  const handleClose = (): void => {
    // The server makes the token even if nobody waits for it, and shows it only once.
    if (create.isPending) return;
    create.reset();
    onClose();
  };
  const made = create.data;
  return (
    <Dialog
      isOpen={isOpen}
      title={made === undefined ? text('tokens.create') : text('tokens.ready', { name: made.token.label })}
      closeLabel={text(made === undefined ? 'tokens.cancel' : 'tokens.done')}
      isDismissable={made === undefined}
      onClose={handleClose}
    >
      {made === undefined ? (
        <TokenForm person={person} create={create} onClose={handleClose} />
      ) : (
        <NewToken created={made} person={person} onClose={handleClose} />
      )}
    </Dialog>
  );
}

interface TokenFormProps extends Omit<CreateTokenProps, 'isOpen'> {
  readonly create: Pick<Mutation<[CreateTokenRequest], CreatedToken>, 'failure' | 'isPending' | 'run'>;
}

function TokenForm({ person, create, onClose }: TokenFormProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const field = useRef<HTMLInputElement>(null);
  useFocusOnArrival(field);
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['files:read']);
  const [lifeDays, setLifeDays] = useState<number>(LIMITS.tokenLifeDays);
  const [isTried, setTried] = useState(false);
  const [label, setLabel] = useState('');
  const issuer = issuerIn(create.failure);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (label.trim() === '') field.current?.focus();
    if (label.trim() === '' || scopes.length === 0 || create.isPending) return;
    await create.run({ label, scopes: [...scopes], lifeDays });
  };
  const toggle = (scope: TokenScope): void =>
    setScopes(scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope]);
  return (
    <Form onSubmit={(event) => void handleSubmit(event)}>
      {issuer === undefined ? <Refusal words={ofFailure(create.failure)} /> : <SignInAgain issuer={issuer} />}
      <TextField
        ref={field}
        name="token-label"
        label={text('tokens.label')}
        hint={text('tokens.label.hint')}
        autoComplete="off"
        maxLength={LIMITS.tokenLabelLengthMax}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
        error={isTried && label.trim() === '' ? text('tokens.label.missing') : undefined}
      />
      <fieldset className={styles['choices']}>
        <legend>{text('tokens.scopes')}</legend>
        {TOKEN_SCOPES.filter((scope) => isOffered(scope, person.role)).map((scope) => (
          <Checkbox key={scope} checked={scopes.includes(scope)} onChange={() => toggle(scope)}>
            {text(`tokens.scope.${scope}`)}
          </Checkbox>
        ))}
        {isTried && scopes.length === 0 && (
          <p role="alert" className={styles['error']}>
            {text('tokens.scopes.missing')}
          </p>
        )}
      </fieldset>
      <Field label={text('tokens.life')}>
        {(ids) => (
          <Select {...ids} value={lifeDays} onChange={({ target }) => setLifeDays(Number(target.value))}>
            {LIVES_DAYS.map((days) => (
              <option key={days} value={days}>
                {text('tokens.life.days', { count: days })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DialogActions>
        <Button isOff={create.isPending} onClick={onClose}>
          {text('tokens.cancel')}
        </Button>
        <Button type="submit" tone="primary" isBusy={create.isPending}>
          {text('tokens.create')}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** Id of the provider at which the person has to confirm their identity. */
function issuerIn(failure: { readonly cause: unknown } | undefined): string | undefined {
  const issuer = failure === undefined ? undefined : apiErrorOf(failure.cause).facts['issuer'];
  return typeof issuer === 'string' ? issuer : undefined;
}

function SignInAgain({ issuer }: { readonly issuer: string }) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const [failed, setFailed] = useState<ApiError>();
  const handleClick = async (): Promise<void> => {
    const started = await startRedirect({ issuer, returnTo: '/settings/tokens', isFresh: true });
    if (started.ok) location.assign(started.value.url);
    else setFailed(started.error);
  };
  return (
    <Banner tone="info" isAlert>
      <p>{text('tokens.signInAgain')}</p>
      {failed !== undefined && <p>{ofError(failed)}</p>}
      <Button onClick={() => void handleClick()}>{text('tokens.signInAgain.go')}</Button>
    </Banner>
  );
}

function isOffered(scope: TokenScope, role: Person['role']): boolean {
  if (scope === 'admin:write') return role === 'administrator';
  return scope !== 'admin:read' || role !== 'member';
}
