import type { HandIn } from '@coffer/contracts';
import { ArrowRight, CircleCheck, Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { localDay } from '../../../lib/language/local-day.ts';
import { saveFile } from '../../../lib/downloads/save-file.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { hexOf, receiptText } from './receipt-text.ts';
import styles from './request.module.css';
import { useText } from './texts.ts';

interface ReceiptProps {
  readonly receipt: HandIn;
  readonly onMore: () => void;
}

/** Further files are only in the saved receipt. */
const SHOWN_MAX = 200;

/** Shows what arrived and when, with the checksum of each file. */
export function Receipt({ receipt, onMore }: ReceiptProps) {
  const text = useText();
  const { dateTime, number, size } = useFormats();
  const { title, sharedBy, name, files, finishedAt, begunAt } = receipt;
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const count = { count: files.length, number: number(files.length) };
  const handleSave = (): void => {
    const words = {
      title: text('request.receipt'),
      from: text('request.receipt.from'),
      to: text('request.receipt.to'),
      request: text('request.receipt.for'),
      received: text('request.receipt.received'),
      sum: text('request.receipt.files'),
      pending: text('request.receipt.pending'),
    };
    saveFile(
      `${text('request.receipt')} ${localDay(new Date(finishedAt ?? begunAt))}.txt`,
      receiptText(receipt, words),
      'text/plain;charset=utf-8',
    );
  };
  const thanks = name === '' ? text('request.thanks') : text('request.thanksTo', { name });
  return (
    <article className={styles['receipt']}>
      {/* The receipt replaces the focused element, so its top takes the focus. */}
      <div ref={heading} tabIndex={-1} className={styles['receiptTop']}>
        <div>
          <PageHeading title={thanks} takesFocus={false}>
            <span className={styles['voice']}>{thanks}</span>
          </PageHeading>
          <p>
            {sharedBy === null
              ? text('request.receipt.arrived', count)
              : text('request.receipt.arrivedWith', { ...count, name: sharedBy })}
          </p>
        </div>
        <span className={styles['seal']}>
          <Icon of={CircleCheck} size={48} />
        </span>
      </div>
      <dl className={styles['facts']}>
        <Fact name={text('request.receipt.for')} value={title} />
        {name !== '' && <Fact name={text('request.receipt.from')} value={name} />}
        <Fact name={text('request.receipt.received')} value={dateTime(finishedAt ?? begunAt)} />
        <Fact
          name={text('request.receipt.sum')}
          value={text('request.folder', { count: files.length, size: size(bytes) })}
        />
      </dl>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles['table']} tabIndex={0} aria-label={text('request.receipt.files')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text('request.receipt.file')}</th>
              <th scope="col">{text('request.receipt.size')}</th>
              <th scope="col">SHA-256</th>
            </tr>
          </thead>
          <tbody>
            {files.slice(0, SHOWN_MAX).map(({ id, path, sizeBytes, sha256 }) => (
              <tr key={id}>
                <td>
                  <bdi>{path.join(' / ')}</bdi>
                </td>
                <td>{size(sizeBytes)}</td>
                <td>
                  {sha256 === null ? (
                    text('request.receipt.pending')
                  ) : (
                    <code dir="ltr" title={hexOf(sha256)}>
                      {shortened(hexOf(sha256))}
                    </code>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {files.length > SHOWN_MAX && (
        <p className={styles['muted']}>
          {text('request.receipt.more', { number: number(files.length - SHOWN_MAX) })}
        </p>
      )}
      <div className={styles['submit']}>
        <Button tone="primary" icon={Download} onClick={handleSave}>
          {text('request.receipt.save')}
        </Button>
        <Button icon={Printer} onClick={() => window.print()}>
          {text('request.receipt.print')}
        </Button>
        <Button tone="quiet" icon={ArrowRight} isMirrored onClick={onMore}>
          {text('request.receipt.again')}
        </Button>
      </div>
      <p className={styles['muted']}>{text('request.receipt.note')}</p>
    </article>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

function shortened(hex: string): string {
  return `${hex.slice(0, 4)} ${hex.slice(4, 8)} … ${hex.slice(-4)}`;
}
