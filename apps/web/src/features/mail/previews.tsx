import { MAIL_KINDS, MAIL_LANGUAGES, type MailKind, type MailLanguage } from '@coffer/contracts';
import { useState, useSyncExternalStore } from 'react';
import { currentLocale, onLocaleChange } from '../../lib/language/i18n.ts';
import { LOCALES } from '../../lib/language/locales.ts';
import { Card } from '../../ui/page/card.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import styles from './mail.module.css';
import { useText } from './texts.ts';

/** Shows mail in a frame in which, by the server's policy, nothing can run or be fetched. */
export function Previews() {
  const text = useText();
  const locale: MailLanguage = useSyncExternalStore(onLocaleChange, currentLocale);
  const [kind, setKind] = useState<MailKind>('shared');
  const [chosen, setLanguage] = useState<MailLanguage>();
  const language = chosen ?? locale;
  return (
    <Card title={text('mail.previews')} description={text('mail.previews.text')}>
      <div className={styles['choices']}>
        <Field label={text('mail.kind')}>
          {(ids) => (
            <Select
              {...ids}
              value={kind}
              onChange={({ currentTarget }) =>
                setKind(MAIL_KINDS.find((each) => each === currentTarget.value) ?? 'shared')
              }
            >
              {MAIL_KINDS.map((each) => (
                <option key={each} value={each}>
                  {text(`mail.kind.${each}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={text('mail.language')}>
          {(ids) => (
            <Select
              {...ids}
              value={language}
              onChange={({ currentTarget }) =>
                setLanguage(MAIL_LANGUAGES.find((each) => each === currentTarget.value))
              }
            >
              {MAIL_LANGUAGES.map((each) => (
                <option key={each} value={each} lang={each}>
                  {LOCALES[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <iframe
        className={styles['frame']}
        title={text('mail.preview', { kind: text(`mail.kind.${kind}`) })}
        src={`/mail-preview/${language}/${kind}`}
        sandbox=""
      />
    </Card>
  );
}
