import type { SettingsView } from '@coffer/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { settingsQuery } from '../../api/administration/settings.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useLeaveWarning } from '../../lib/hooks/use-leave-warning.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Answered } from '../../ui/feedback/answered.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Card } from '../../ui/page/card.tsx';
import { AccentField } from './accent-field.tsx';
import styles from './branding.module.css';
import { type Brand, brandOf, changesOf, isPossibleName } from './draft.ts';
import { LogoField } from './logo-field.tsx';
import { Previews } from './preview.tsx';
import { useText } from './texts.ts';
import { useSaving } from './use-saving.ts';

interface BrandingProps {
  /** Renders the page again with the changed name. */
  readonly onChanged: () => Promise<void>;
}

export function Branding({ onChanged }: BrandingProps) {
  const text = useText();
  const answer = useQuery(settingsQuery());
  return (
    <Answered
      answer={answer}
      loading={text('branding.loading')}
      failed={{
        title: text('branding.failed'),
        reason: errorTexts().ofFailure(answer.failure),
        retry: text('branding.retry'),
      }}
    >
      {(view) => <BrandingForm view={view} onChanged={onChanged} />}
    </Answered>
  );
}

function BrandingForm({ view, onChanged }: BrandingProps & { readonly view: SettingsView }) {
  const text = useText();
  const { save, isPending } = useSaving(view, onChanged);
  const [edited, setEdited] = useState<Partial<Brand>>({});
  const [isWrong, setWrong] = useState(false);
  const saved = brandOf(view.values);
  const own = brandOf(view.defaults);
  const draft = { ...saved, ...edited };
  const changes = changesOf(draft, saved);
  const isChanged = Object.keys(changes).length > 0;
  const edit = (part: Partial<Brand>): void => setEdited((before) => ({ ...before, ...part }));
  useLeaveWarning(isChanged);
  const form = useRef<HTMLFormElement>(null);
  // The pressed button is gone or disabled, so the first field takes the focus.
  const focusForm = (): void =>
    void requestAnimationFrame(() => form.current?.querySelector('input')?.focus());
  const handleReset = async (): Promise<void> => {
    if (await save(own)) discard();
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setWrong(!isPossibleName(draft.brandName));
    if (isPossibleName(draft.brandName) && isChanged && !isPending) void handleSave();
  };
  const handleSave = async (): Promise<void> => {
    if (!(await save(changes))) return;
    // Keeps what was typed while saving.
    const sent = new Map(Object.entries(edited));
    setEdited((now) =>
      Object.fromEntries(Object.entries(now).filter(([key, value]) => value !== sent.get(key))),
    );
    if (document.activeElement?.matches('[type=submit]') === true) focusForm();
  };
  const discard = (): void => {
    setEdited({});
    setWrong(false);
    focusForm();
  };
  return (
    <div className={styles['sections']}>
      {!view.mayChange && (
        <Banner tone="info">
          <p>{text('branding.auditor')}</p>
        </Banner>
      )}
      <Card title={text('branding.title')} description={text('branding.text')}>
        <div className={styles['sides']}>
          <form ref={form} className={styles['form']} onSubmit={handleSubmit} noValidate>
            <TextField
              label={text('branding.name')}
              hint={text('branding.name.hint')}
              error={isWrong && !isPossibleName(draft.brandName) ? text('branding.name.wrong') : undefined}
              value={draft.brandName}
              autoComplete="off"
              disabled={!view.mayChange}
              onChange={({ currentTarget }) => edit({ brandName: currentTarget.value })}
            />
            <AccentField
              accent={draft.brandAccent}
              isDisabled={!view.mayChange}
              onChange={(brandAccent) => edit({ brandAccent })}
            />
            <LogoField
              theme="light"
              logo={draft.brandLogo}
              isDisabled={!view.mayChange}
              onChange={(brandLogo) =>
                edit(brandLogo === '' ? { brandLogo, brandLogoDark: '' } : { brandLogo })
              }
            />
            {draft.brandLogo !== '' && (
              <LogoField
                theme="dark"
                logo={draft.brandLogoDark}
                isDisabled={!view.mayChange}
                onChange={(brandLogoDark) => edit({ brandLogoDark })}
              />
            )}
            {view.mayChange && (
              <div className={styles['actions']}>
                <Button type="submit" tone="primary" isBusy={isPending} disabled={!isChanged}>
                  {text('branding.save')}
                </Button>
                {isChanged && <Button onClick={discard}>{text('branding.discard')}</Button>}
                {Object.keys(changesOf(own, saved)).length > 0 && (
                  <Button tone="quiet" isBusy={isPending} onClick={() => void handleReset()}>
                    {text('branding.reset')}
                  </Button>
                )}
              </div>
            )}
          </form>
          <Previews brand={draft} />
        </div>
      </Card>
    </div>
  );
}
