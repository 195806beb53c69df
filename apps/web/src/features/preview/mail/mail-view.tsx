import { Download, Paperclip } from 'lucide-react';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { Found } from '../../../lib/find/finder.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { saveFile } from '../../../lib/downloads/save-file.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Loading } from '../fetching/loading.tsx';
import { savedName } from '../archive/item.ts';
import { type FrameEnd, type FrameHandle, FrameSurface } from '../framed/frame-surface.tsx';
import { Unshown } from '../framed/unshown.tsx';
import { FindTools } from '../find/find-tools.tsx';
import { useElementFind } from '../find/use-element-find.ts';
import bar from '../frame/frame.module.css';
import { printElement } from '../find/print-element.ts';
import { useFileTask } from '../frame/use-task.ts';
import { useText as usePreviewText } from '../texts.ts';
import type { ViewerProps } from '../viewer.ts';
import type { Mail, MailAddress, MailAttachment } from './mail.ts';
import workerUrl from './mail.worker.ts?worker&url';
import styles from './mail.module.css';
import { useText } from './texts.ts';

const LIMIT_MS = 20_000;

export function MailView({ content, onDownload }: ViewerProps) {
  const mail = useFileTask<Mail>({ workerUrl, name: 'mail', limitMs: LIMIT_MS, url: content.url });
  if (mail === undefined) return <Loading />;
  if (mail === 'failed') return <Unshown why="damaged" onDownload={onDownload} />;
  if (mail === 'too slow') return <Unshown why="silent" onDownload={onDownload} />;
  return <OpenMail mail={mail} maySave={onDownload !== undefined} />;
}

interface OpenMailProps {
  readonly mail: Mail;
  readonly maySave: boolean;
}

function OpenMail({ mail, maySave }: OpenMailProps) {
  const text = useText();
  const { dateTime } = useFormats();
  const [isPlain, setPlain] = useState(mail.html === undefined);
  const [end, setEnd] = useState<FrameEnd>();
  const files = mail.attachments.filter(({ isWithinText }) => !isWithinText || isPlain);
  const isFramed = !isPlain && mail.html !== undefined;
  const article = useRef<HTMLElement>(null);
  const body = useRef<HTMLElement>(null);
  const frame = useRef<FrameHandle>(null);
  const [found, setFound] = useState<Found>();
  const ofPlain = useElementFind(body);
  const ofFrame = {
    find: (words: string) => frame.current?.ask({ ask: 'find', words }),
    step: (by: 1 | -1) => frame.current?.ask({ ask: 'step', by }),
    end: () => {
      setFound(undefined);
      frame.current?.ask({ ask: 'end find' });
    },
    print: () => frame.current?.ask({ ask: 'print' }),
  };
  const ofPage = {
    ...ofPlain.target,
    print: () => {
      if (article.current !== null) printElement(article.current);
    },
  };
  const remote = end?.say === 'drawn' ? end.remote : 0;
  return (
    <div className={styles['desk']}>
      <article ref={article} className={styles['mail']}>
        <div className={styles['tools']}>
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
          <span className={styles['space']} />
          <FindTools
            key={String(isFramed)}
            target={isFramed ? ofFrame : ofPage}
            found={isFramed ? found : ofPlain.found}
            isReady={!isFramed || end !== undefined}
          />
        </div>
        <header className={styles['head']}>
          <h2 dir="auto">{mail.subject === '' ? text('letter.noSubject') : mail.subject}</h2>
          <dl>
            <People label={text('letter.from')} people={mail.from} />
            <People label={text('letter.to')} people={mail.to} />
            <People label={text('letter.cc')} people={mail.cc} />
            {mail.sentAt !== undefined && <Fact label={text('letter.sent')}>{dateTime(mail.sentAt)}</Fact>}
          </dl>
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
            <PlainBody body={body} words={mail.text ?? ''} />
          ) : (
            <HtmlBody frame={frame} mail={mail} html={mail.html} onEnd={setEnd} onFound={setFound} />
          )}
        </div>
        {files.length > 0 && <Attachments files={files} maySave={maySave} />}
      </article>
    </div>
  );
}

interface HtmlBodyProps {
  readonly frame: RefObject<FrameHandle | null>;
  readonly mail: Mail;
  readonly html: string;
  readonly onEnd: (end: FrameEnd) => void;
  readonly onFound: (found: Found) => void;
}

function HtmlBody({ frame, mail, html, onEnd, onFound }: HtmlBodyProps) {
  const text = useText();
  const { dateTime } = useFormats();
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
  const head = {
    title: mail.subject === '' ? text('letter.noSubject') : mail.subject,
    lines: [
      [text('letter.from'), namesOf(mail.from)],
      [text('letter.to'), namesOf(mail.to)],
      [text('letter.sent'), mail.sentAt === undefined ? '' : dateTime(mail.sentAt)],
    ].filter((line): line is [string, string] => line[1] !== ''),
  };
  return (
    <FrameSurface
      ref={frame}
      job={{
        drawer: 'html',
        extension: 'eml',
        words: { remotePicture: text('letter.remotePicture') },
        load: async () => await Promise.resolve({ html, pictures, paper: 'white' as const, head }),
      }}
      label={text('letter.message')}
      onEnd={onEnd}
      onNews={(news) => {
        if (news.say === 'found') onFound(news);
      }}
    />
  );
}

function namesOf(people: readonly MailAddress[]): string {
  return people.map(({ name, address }) => (name === '' ? address : `${name} <${address}>`)).join(', ');
}

interface PlainBodyProps {
  readonly body: RefObject<HTMLElement | null>;
  readonly words: string;
}

function PlainBody({ body, words }: PlainBodyProps) {
  const text = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section ref={body} aria-label={text('letter.message')} tabIndex={0} className={styles['plain']}>
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

interface AttachmentsProps {
  readonly files: readonly MailAttachment[];
  readonly maySave: boolean;
}

function Attachments({ files, maySave }: AttachmentsProps) {
  const text = useText();
  const previewText = usePreviewText();
  const { size } = useFormats();
  return (
    <section aria-label={text('letter.attachments')} className={styles['files']}>
      <ul>
        {files.map(({ name, content }, index) => {
          const shown = name === '' ? text('letter.unnamed') : name;
          const facts = (
            <>
              <bdi>{shown}</bdi>
              <span>{size(content.size)}</span>
            </>
          );
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the attachments of a message never change places
            <li key={index}>
              {maySave ? (
                <button
                  type="button"
                  className={styles['file']}
                  onClick={() => saveFile(savedName(shown), content, 'application/octet-stream')}
                >
                  <Icon of={Paperclip} size={16} />
                  <span className="visually-hidden">{previewText('preview.download')} </span>
                  {facts}
                  <Icon of={Download} size={16} />
                </button>
              ) : (
                <span className={styles['file']}>
                  <Icon of={Paperclip} size={16} />
                  {facts}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
