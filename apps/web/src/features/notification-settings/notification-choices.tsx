import {
  MAIL_LANGUAGES,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSettings,
} from '@coffer/contracts';
import { useState } from 'react';
import { errorTexts } from '../../api/calls/error-texts.ts';
import {
  changeNotificationSettings,
  type NotificationChoices,
  notificationSettingsQuery,
} from '../../api/notifications/notification-settings.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { LOCALES } from '../../lib/language/locales.ts';
import { Answered } from '../../ui/feedback/answered.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Stack } from '../../ui/page/stack.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Select } from '../../ui/controls/select.tsx';
import styles from './notification-choices.module.css';
import { useText } from './texts.ts';

type Change = (choices: NotificationChoices) => NotificationChoices;

export function NotificationChoicesPage() {
  const text = useText();
  const answer = useQuery(notificationSettingsQuery());
  return (
    <Answered
      answer={answer}
      loading={text('choices.loading')}
      failed={{
        title: text('choices.failed'),
        reason: errorTexts().ofFailure(answer.failure),
        retry: text('choices.retry'),
      }}
    >
      {(settings) => <Form settings={settings} />}
    </Answered>
  );
}

function Form({ settings }: { readonly settings: NotificationSettings }) {
  const text = useText();
  const { wanted, change } = useChange(settings);
  const { hasMail, address } = settings;
  const { choices } = wanted;
  const mayMail = hasMail && address !== null;
  const set = (kind: NotificationKind, way: 'bell' | 'mail', isOn: boolean): void => {
    const to =
      (isNowOn: boolean): Change =>
      (now) => ({
        ...now,
        choices: { ...now.choices, [kind]: { ...now.choices[kind], [way]: isNowOn } },
      });
    change(to(isOn), to(!isOn));
  };
  return (
    <Stack>
      {!hasMail && (
        <Banner tone="info">
          <p>{text('choices.noMail')}</p>
        </Banner>
      )}
      {hasMail && address === null && (
        <Banner tone="warning">
          <p>{text('choices.noAddress')}</p>
        </Banner>
      )}
      <Card title={text('choices.title')} description={text('choices.text')}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{text('choices.what')}</th>
              <th scope="col">{text('choices.bell')}</th>
              <th scope="col">{text('choices.mail')}</th>
            </tr>
          </thead>
          <tbody>
            {NOTIFICATION_KINDS.map((kind) => (
              <tr key={kind}>
                <th scope="row">
                  {text(`choices.${kind}`)}
                  <span className={styles['hint']}>{text(`choices.${kind}.hint`)}</span>
                </th>
                {(['bell', 'mail'] as const).map((way) => (
                  <td key={way}>
                    <label className={styles['box']}>
                      <input
                        type="checkbox"
                        aria-label={text(`choices.${way}.of`, { what: text(`choices.${kind}`) })}
                        disabled={way === 'mail' && !mayMail}
                        checked={choices[kind][way]}
                        onChange={({ currentTarget }) => set(kind, way, currentTarget.checked)}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      {mayMail && <Language settings={{ ...settings, ...wanted }} onChange={change} />}
    </Stack>
  );
}

function Language({
  settings,
  onChange,
}: {
  readonly settings: NotificationSettings;
  readonly onChange: (change: Change, back: Change) => void;
}) {
  const text = useText();
  const { language, defaultLanguage, address } = settings;
  const to =
    (chosen: typeof language): Change =>
    (now) => ({ ...now, language: chosen });
  return (
    <Card title={text('choices.language')} description={text('choices.address', { address: address ?? '' })}>
      <Field label={text('choices.language.label')}>
        {(ids) => (
          <div>
            <Select
              {...ids}
              value={language ?? ''}
              onChange={({ currentTarget }) =>
                onChange(
                  to(MAIL_LANGUAGES.find((each) => each === currentTarget.value) ?? null),
                  to(language),
                )
              }
            >
              <option value="">
                {text('choices.language.usual', { language: LOCALES[defaultLanguage] })}
              </option>
              {MAIL_LANGUAGES.map((each) => (
                <option key={each} value={each} lang={each}>
                  {LOCALES[each]}
                </option>
              ))}
            </Select>
          </div>
        )}
      </Field>
    </Card>
  );
}

/** A choice takes effect at once, and its message offers undo of that choice only. */
function useChange(before: NotificationChoices): {
  readonly wanted: NotificationChoices;
  readonly change: (change: Change, back: Change) => void;
} {
  const text = useText();
  const cache = useQueryCache();
  const [unsaved, setUnsaved] = useState<readonly Change[]>([]);
  const { run } = useMutation(changeNotificationSettings);
  const save = async (change: Change, back?: Change): Promise<void> => {
    setUnsaved((others) => [...others, change]);
    const { failure } = await run(cache, change);
    setUnsaved((others) => others.filter((each) => each !== change));
    const words = errorTexts().ofFailure(failure);
    if (words !== undefined) showToast({ tone: 'danger', key: 'choices', text: words });
    else if (back === undefined) showToast({ key: 'choices', text: text('choices.undone') });
    else
      showToast({
        tone: 'success',
        key: 'choices',
        text: text('choices.saved'),
        action: { label: text('choices.undo'), onPress: () => void save(back) },
      });
  };
  const wanted = unsaved.reduce((choices, change) => change(choices), before);
  return { wanted, change: (change, back) => void save(change, back) };
}
