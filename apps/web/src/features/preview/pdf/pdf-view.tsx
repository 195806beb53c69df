import { type ReactNode, useEffect, useState } from 'react';
import { Loading } from '../fetching/loading.tsx';
import type { FreshUrl } from '../fetching/fresh-url.ts';
import type { ViewerProps } from '../viewer.ts';
import { FirstSight } from '../first-sight.tsx';
import { pageOfAddress } from './page-of-address.ts';
import { PasswordForm } from './password-form.tsx';
import { openPdf, type PdfDocument, ratioOfFirstPage } from './pdf-document.ts';
import { WIDTH_MAX } from './pdf-page.tsx';
import { PdfPages } from './pdf-pages.tsx';
import styles from './pdf-view.module.css';

export function PdfView({ node, around, content, freshUrl, failed }: ViewerProps) {
  const opened = usePdf({ url: content.url, freshUrl, sizeBytes: node.sizeBytes ?? 0 });
  if (opened === 'failed') return failed;
  const { picture } = node;
  const firstSight =
    picture === undefined || pageOfAddress() !== undefined ? undefined : (
      <FirstSight node={node} around={around} isEnlarged />
    );
  if (opened === undefined && firstSight !== undefined && picture !== undefined)
    return <Opening ratio={picture.width / picture.height}>{firstSight}</Opening>;
  if (opened === undefined) return <Loading />;
  if ('submit' in opened) return <PasswordForm {...opened} />;
  return <PdfPages {...opened} name={node.name} firstSight={firstSight} />;
}

interface OpeningProps {
  readonly ratio: number;
  readonly children: ReactNode;
}

/** A placeholder with the size and position that the first page will have. */
function Opening({ ratio, children }: OpeningProps) {
  return (
    <div className={styles['documentView']}>
      <div className={styles['bar']} />
      <div className={styles['desk']}>
        <div className={styles['paper']}>
          <div className={styles['pages']}>
            <div
              className={styles['page']}
              style={{ inlineSize: `min(100%, ${WIDTH_MAX}px)`, aspectRatio: String(ratio) }}
            >
              {children}
              <Loading isOver />
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

interface OpenedPdf {
  readonly pdf: PdfDocument;
  readonly ratio: number;
}

interface Locked {
  readonly isWrong: boolean;
  readonly submit: (password: string) => void;
}

type State = OpenedPdf | Locked | 'failed' | undefined;

interface PdfSource {
  readonly url: string;
  readonly freshUrl: FreshUrl;
  readonly sizeBytes: number;
}

function usePdf({ url, freshUrl, sizeBytes }: PdfSource): State {
  const [opened, setOpened] = useState<{ readonly url: string; readonly state: State }>();
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const set = (state: State): void => {
      if (!signal.aborted) setOpened({ url, state });
    };
    const open = async (): Promise<OpenedPdf> => {
      const pdf = await openPdf({
        freshUrl,
        sizeBytes,
        signal,
        onLost: () => set('failed'),
        onPassword: (isWrong, submit) =>
          set({
            isWrong,
            submit: (password) => {
              set(undefined);
              submit(password);
            },
          }),
      });
      return { pdf, ratio: await ratioOfFirstPage(pdf) };
    };
    open().then(set, () => set('failed'));
    return () => abort.abort();
  }, [url, freshUrl, sizeBytes]);
  return opened?.url === url ? opened.state : undefined;
}
