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

type Choices = Pick<NotificationSettings, 'choices' | 'language'>;

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
  const { choices, language } = wanted;
  const mayMail = hasMail && address !== null;
  const set = (kind: NotificationKind, way: 'bell' | 'mail', isOn: boolean): void => {
    change({
      language,
      choices: { ...choices, [kind]: { ...choices[kind], [way]: isOn } },
    });
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
  readonly onChange: (choices: Choices) => void;
}) {
  const text = useText();
  const { choices, language, defaultLanguage, address } = settings;
  return (
    <Card title={text('choices.language')} description={text('choices.address', { address: address ?? '' })}>
      <Field label={text('choices.language.label')}>
        {(ids) => (
          <div>
            <Select
              {...ids}
              value={language ?? ''}
              onChange={({ currentTarget }) =>
                onChange({
                  choices,
                  language: MAIL_LANGUAGES.find((each) => each === currentTarget.value) ?? null,
                })
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

/** A choice takes effect at once, and its message offers undo. */
function useChange(before: Choices): {
  readonly wanted: Choices;
  readonly change: (choices: Choices) => void;
} {
  const text = useText();
  const cache = useQueryCache();
  const [wanted, setWanted] = useState<Choices>();
  const { run } = useMutation(changeNotificationSettings);
  const save = async ({ choices, language }: Choices, isUndo: boolean): Promise<void> => {
    setWanted({ choices, language });
    const { failure } = await run(cache, { choices, language });
    setWanted(undefined);
    const words = errorTexts().ofFailure(failure);
    if (words !== undefined) showToast({ tone: 'danger', key: 'choices', text: words });
    else if (isUndo) showToast({ key: 'choices', text: text('choices.undone') });
    else
      showToast({
        tone: 'success',
        key: 'choices',
        text: text('choices.saved'),
        action: { label: text('choices.undo'), onPress: () => void save(before, true) },
      });
  };
  return { wanted: wanted ?? before, change: (choices) => void save(choices, false) };
}
