import { useEffect, useState } from 'react';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { useText as usePreviewText } from '../texts.ts';
import type { ViewerProps } from '../viewer.ts';
import { PasswordForm } from './password-form.tsx';
import { openPdf, type PdfDocument, ratioOfFirstPage } from './pdf-document.ts';
import { PdfPages } from './pdf-pages.tsx';

export function PdfView({ node, content, failed }: ViewerProps) {
  const text = usePreviewText();
  const opened = usePdf(content.url, node.sizeBytes ?? 0);
  if (opened === 'failed') return failed;
  if (opened === undefined) return <Spinner size="large" label={text('preview.loading')} />;
  if ('submit' in opened) return <PasswordForm {...opened} />;
  return <PdfPages {...opened} name={node.name} />;
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

function usePdf(url: string, sizeBytes: number): State {
  const [opened, setOpened] = useState<{ readonly url: string; readonly state: State }>();
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const set = (state: State): void => {
      if (!signal.aborted) setOpened({ url, state });
    };
    const open = async (): Promise<OpenedPdf> => {
      const pdf = await openPdf({
        url,
        sizeBytes,
        signal,
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
  }, [url, sizeBytes]);
  return opened?.url === url ? opened.state : undefined;
}
