import { Download, Paperclip } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { saveFile } from '../../../lib/downloads/save-file.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { savedName } from '../archive/item.ts';
import { type FrameEnd, FrameSurface } from '../framed/frame-surface.tsx';
import { Unshown } from '../framed/unshown.tsx';
import bar from '../frame/frame.module.css';
import { useFileTask } from '../frame/use-task.ts';
import { useText as usePreviewText } from '../texts.ts';
import type { ViewerProps } from '../viewer.ts';
import type { Mail, MailAddress, MailAttachment } from './mail.ts';
import workerUrl from './mail.worker.ts?worker&url';
import styles from './mail.module.css';
import { useText } from './texts.ts';

const LIMIT_MS = 20_000;

export function MailView({ content, onDownload }: ViewerProps) {
  const previewText = usePreviewText();
  const mail = useFileTask<Mail>({ workerUrl, name: 'mail', limitMs: LIMIT_MS, url: content.url });
  if (mail === undefined) return <Spinner size="large" label={previewText('preview.loading')} />;
  if (mail === 'failed') return <Unshown why="damaged" onDownload={onDownload} />;
  if (mail === 'too slow') return <Unshown why="silent" onDownload={onDownload} />;
  return <OpenMail mail={mail} />;
}

function OpenMail({ mail }: { readonly mail: Mail }) {
  const text = useText();
  const { dateTime } = useFormats();
  const [isPlain, setPlain] = useState(mail.html === undefined);
  const [end, setEnd] = useState<FrameEnd>();
  const files = mail.attachments.filter(({ isWithinText }) => !isWithinText || isPlain);
  const remote = end?.say === 'drawn' ? end.remote : 0;
  return (
    <div className={styles['desk']}>
      <article className={styles['mail']}>
        <header className={styles['head']}>
          <h2 dir="auto">{mail.subject === '' ? text('letter.noSubject') : mail.subject}</h2>
          <dl>
            <People label={text('letter.from')} people={mail.from} />
            <People label={text('letter.to')} people={mail.to} />
            <People label={text('letter.cc')} people={mail.cc} />
            {mail.sentAt !== undefined && <Fact label={text('letter.sent')}>{dateTime(mail.sentAt)}</Fact>}
          </dl>
          {mail.html !== undefined && mail.text !== undefined && (
            <fieldset aria-label={text('letter.mode')} className={bar['modes']}>
              {[false, true].map((value) => (
                <button
                  key={String(value)}
                  type="button"
                  className={bar['mode']}
                  aria-pressed={isPlain === value}
                  onClick={() => setPlain(value)}
                >
                  {text(value ? 'letter.plain' : 'letter.formatted')}
                </button>
              ))}
            </fieldset>
          )}
        </header>
        {remote > 0 && !isPlain ? (
          <div className={styles['notice']}>
            <Banner tone="info">{text('letter.remote', { count: remote })}</Banner>
          </div>
        ) : (
          <div />
        )}
        <div className={styles['body']}>
          {isPlain || mail.html === undefined ? (
            <PlainBody words={mail.text ?? ''} />
          ) : (
            <HtmlBody mail={mail} html={mail.html} onEnd={setEnd} />
          )}
        </div>
        {files.length > 0 && <Attachments files={files} />}
      </article>
    </div>
  );
}

function HtmlBody({
  mail,
  html,
  onEnd,
}: {
  readonly mail: Mail;
  readonly html: string;
  readonly onEnd: (end: FrameEnd) => void;
}) {
  const text = useText();
  const pictures = useMemo(
    () =>
      Object.fromEntries(
        mail.attachments.flatMap(({ contentId, content }) =>
          contentId === undefined || content.type === 'application/octet-stream'
            ? []
            : [[contentId, content]],
        ),
      ),
    [mail],
  );
  return (
    <FrameSurface
      job={{
        drawer: 'html',
        extension: 'eml',
        words: { remotePicture: text('letter.remotePicture') },
        load: async () => await Promise.resolve({ html, pictures, paper: 'white' as const }),
      }}
      label={text('letter.message')}
      onEnd={onEnd}
    />
  );
}

function PlainBody({ words }: { readonly words: string }) {
  const text = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section aria-label={text('letter.message')} tabIndex={0} className={styles['plain']}>
      <pre dir="auto">{words.trim() === '' ? text('letter.empty') : words}</pre>
    </section>
  );
}

function People({ label, people }: { readonly label: string; readonly people: readonly MailAddress[] }) {
  if (people.length === 0) return null;
  return (
    <Fact label={label}>
      {people.map(({ name, address }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the people of a message never change places
        <span key={index} className={styles['person']}>
          {name !== '' && name !== address && <bdi>{name} </bdi>}
          <bdi className={styles['address']}>{address}</bdi>
        </span>
      ))}
    </Fact>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Attachments({ files }: { readonly files: readonly MailAttachment[] }) {
  const text = useText();
  const previewText = usePreviewText();
  const { size } = useFormats();
  return (
    <section aria-label={text('letter.attachments')} className={styles['files']}>
      <ul>
        {files.map(({ name, content }, index) => {
          const shown = name === '' ? text('letter.unnamed') : name;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the attachments of a message never change places
            <li key={index}>
              <button
                type="button"
                className={styles['file']}
                onClick={() => saveFile(savedName(shown), content, 'application/octet-stream')}
              >
                <Icon of={Paperclip} size={16} />
                <span className="visually-hidden">{previewText('preview.download')} </span>
                <bdi>{shown}</bdi>
                <span>{size(content.size)}</span>
                <Icon of={Download} size={16} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
