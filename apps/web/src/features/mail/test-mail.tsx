import type { MailLanguage } from '@coffer/contracts';
import { useSyncExternalStore } from 'react';
import { sendTestMail } from '../../api/administration/mail.ts';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { currentLocale, onLocaleChange } from '../../lib/language/i18n.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import styles from './mail.module.css';
import { useText } from './texts.ts';

export function TestMail() {
  const text = useText();
  const language: MailLanguage = useSyncExternalStore(onLocaleChange, currentLocale);
  const { data, failure, isPending, run } = useMutation(sendTestMail);
  return (
    <Card title={text('mail.test')} description={text('mail.test.text')}>
      <div>
        <Button isBusy={isPending} onClick={() => void run(language)}>
          {text('mail.test.send')}
        </Button>
      </div>
      {data?.outcome === 'no_address' && (
        <Banner tone="warning" isAlert>
          <p>{text('mail.test.noAddress')}</p>
        </Banner>
      )}
      {(data?.outcome === 'accepted' || data?.outcome === 'refused') && (
        <Banner
          tone={data.outcome === 'accepted' ? 'success' : 'danger'}
          isAlert
          title={text(data.outcome === 'accepted' ? 'mail.test.accepted' : 'mail.test.refused', {
            address: data.address,
          })}
        >
          <p>{text('mail.test.answer')}</p>
          <p dir="ltr" className={styles['answer']}>
            {data.answer}
          </p>
        </Banner>
      )}
      <Refusal words={errorTexts().ofFailure(failure)} />
    </Card>
  );
}
