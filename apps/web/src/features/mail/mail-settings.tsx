import type { MailState } from '@coffer/contracts';
import { mailQuery } from '../../api/administration/mail.ts';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';
import { Answered } from '../../ui/feedback/answered.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Card } from '../../ui/page/card.tsx';
import { CodeBlock } from '../../ui/marks/code-block.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import styles from './mail.module.css';
import { Previews } from './previews.tsx';
import { TestMail } from './test-mail.tsx';
import { useText } from './texts.ts';

const REFRESH_MS = 10_000;

export function MailSettings() {
  const text = useText();
  const answer = useQuery(mailQuery());
  useEvery(REFRESH_MS, answer.refetch);
  return (
    <Answered
      answer={answer}
      loading={text('mail.loading')}
      failed={{
        title: text('mail.failed'),
        reason: errorTexts().ofFailure(answer.failure),
        retry: text('mail.retry'),
      }}
    >
      {(state) => (
        <div className={styles['sections']}>
          {state.server === null ? <NoServer /> : <Server state={state} server={state.server} />}
          {state.server !== null && state.mayTest && <TestMail />}
          <Previews />
        </div>
      )}
    </Answered>
  );
}

function NoServer() {
  const text = useText();
  return (
    <Card title={text('mail.none')} description={text('mail.none.text')}>
      <p>{text('mail.none.how')}</p>
      <CodeBlock
        copyLabel={text('mail.none.copy')}
        onCopied={(isCopied) =>
          showToast({ key: 'copy', text: text(isCopied ? 'mail.copied' : 'mail.notCopied') })
        }
        code={
          'COFFER_SMTP=smtp://user:password@mail.example.org:587\nCOFFER_MAIL_FROM="Coffer <files@example.org>"'
        }
      />
    </Card>
  );
}

function Server({
  state,
  server,
}: {
  readonly state: MailState;
  readonly server: NonNullable<MailState['server']>;
}) {
  const text = useText();
  const { dateTime, number } = useFormats();
  const { problem, lastSentAt, waiting, sent, failed } = state;
  return (
    <>
      {problem !== null && (
        <Banner tone="warning" title={text('mail.problem', { when: dateTime(problem.since) })}>
          <p>{text('mail.problem.answer')}</p>
          <p dir="ltr" className={styles['answer']}>
            {problem.answer}
          </p>
          <p>{text('mail.problem.waits', { count: waiting })}</p>
        </Banner>
      )}
      <Card title={text('mail.server')} description={text('mail.server.text')}>
        <dl className={styles['facts']}>
          <Fact name={text('mail.host')} value={`${server.host}:${server.port}`} />
          <Fact name={text('mail.security')} words={text(`mail.security.${server.security}`)} />
          <Fact
            name={text('mail.account')}
            words={text(server.isSignedIn ? 'mail.account.yes' : 'mail.account.no')}
          />
          <Fact name={text('mail.from')} value={server.from} />
          <Fact
            name={text('mail.last')}
            words={lastSentAt === null ? text('mail.never') : dateTime(lastSentAt)}
          />
          <Fact name={text('mail.sent')} words={number(sent)} />
          <Fact name={text('mail.waiting')} words={number(waiting)} />
          <Fact name={text('mail.refused')} words={number(failed)} />
        </dl>
      </Card>
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly words?: string;
  /** A technical value that is the same in every language. */
  readonly value?: string;
}

function Fact({ name, words, value }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? words : <bdi dir="ltr">{value}</bdi>}</dd>
    </div>
  );
}
