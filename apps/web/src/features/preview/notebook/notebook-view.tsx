import { type RefObject, useEffect, useRef, useState } from 'react';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Loading } from '../fetching/loading.tsx';
import { FrameSurface } from '../framed/frame-surface.tsx';
import { FindTools } from '../find/find-tools.tsx';
import { useElementFind } from '../find/use-element-find.ts';
import { useFileTask } from '../frame/use-task.ts';
import { WithSource } from '../frame/with-source.tsx';
import markdown from '../markdown/markdown.module.css';
import { Pieces } from '../markdown/markdown-pieces.tsx';
import type { ViewerProps } from '../viewer.ts';
import type { AnsiRun, Notebook, NotebookCell, NotebookOutput } from './notebook.ts';
import workerUrl from './notebook.worker.ts?worker&url';
import styles from './notebook.module.css';
import { useText } from './texts.ts';

const LIMIT_MS = 15_000;

export function NotebookView(props: ViewerProps) {
  const text = useText();
  const { content } = props;
  const desk = useRef<HTMLElement>(null);
  const finding = useElementFind(desk);
  const notebook = useFileTask<Notebook>({
    workerUrl,
    name: 'notebook',
    limitMs: LIMIT_MS,
    url: content.url,
  });
  if (notebook === undefined) return <Loading />;
  if (notebook === 'failed' || notebook === 'too slow')
    return <WithSource {...props} shownAs="page" onlySource={text('notebook.unreadable')} />;
  const facts = text('notebook.cells', { count: notebook.cells.length });
  return (
    <WithSource
      {...props}
      shownAs="page"
      tools={<FindTools {...finding} />}
      facts={notebook.language === '' ? facts : `${notebook.language} · ${facts}`}
    >
      <Cells desk={desk} notebook={notebook} name={props.node.name} />
    </WithSource>
  );
}

interface CellsProps {
  readonly desk: RefObject<HTMLElement | null>;
  readonly notebook: Notebook;
  readonly name: string;
}

function Cells({ desk, notebook, name }: CellsProps) {
  const text = useText();
  return (
    <section
      ref={desk}
      aria-label={text('notebook.page', { name })}
      className={styles['desk']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <div className={styles['cells']}>
        {notebook.cells.map((cell, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the cells of a file never change places
          <Cell key={index} cell={cell} />
        ))}
        {notebook.isCut && <Banner tone="info">{text('notebook.cut')}</Banner>}
      </div>
    </section>
  );
}

function Cell({ cell }: { readonly cell: NotebookCell }) {
  const text = useText();
  if (cell.kind === 'markdown')
    return (
      <div className={styles['words']}>
        <div className={markdown['paper']} dir="auto">
          <Pieces pieces={cell.page.pieces} onJump={() => undefined} />
        </div>
      </div>
    );
  if (cell.kind === 'raw') return <pre className={styles['raw']}>{cell.source}</pre>;
  const number = cell.count ?? ' ';
  return (
    <div className={styles['cell']}>
      <span className={styles['mark']} aria-hidden="true" dir="ltr">
        [{number}]
      </span>
      <pre dir="ltr" className={styles['code']}>
        <code>{cell.source}</code>
      </pre>
      {cell.outputs.length > 0 && (
        <section className={styles['outputs']} aria-label={text('notebook.output')}>
          {cell.outputs.map((output, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the outputs of a cell never change places
            <Output key={index} output={output} />
          ))}
        </section>
      )}
    </div>
  );
}

function Output({ output }: { readonly output: NotebookOutput }) {
  const text = useText();
  if (output.kind === 'picture')
    return (
      <img
        src={output.address}
        alt={output.alt === '' ? text('notebook.picture') : output.alt}
        className={styles['picture']}
      />
    );
  if (output.kind === 'html') return <HtmlOutput html={output.html} />;
  return (
    <pre dir="ltr" className={styles['text']} data-error={output.kind === 'error' || undefined}>
      {output.runs.map((run, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the runs of a text never change places
        <Run key={index} run={run} />
      ))}
    </pre>
  );
}

function Run({ run: { text, color, isBold } }: { readonly run: AnsiRun }) {
  if (color === undefined && isBold !== true) return text;
  return (
    <span data-color={color} data-bold={isBold === true || undefined}>
      {text}
    </span>
  );
}

const HEIGHT = { first: 80, max: 600 };

/** An HTML output in a separate frame, which loads when it becomes visible. */
function HtmlOutput({ html }: { readonly html: string }) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const [isVisible, setVisible] = useState(false);
  const [height, setHeight] = useState(HEIGHT.first);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      setVisible(true);
      observer.disconnect();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  if (isFailed) return <p className={styles['unshown']}>{text('notebook.unshown')}</p>;
  return (
    <div ref={place} style={{ minBlockSize: height }}>
      {isVisible && (
        <FrameSurface
          job={{
            drawer: 'html',
            extension: 'html',
            words: { remotePicture: text('notebook.remotePicture') },
            load: async () => await Promise.resolve({ html, pictures: {}, paper: 'theme' as const }),
          }}
          label={text('notebook.output')}
          height={height}
          onEnd={({ say }) => setFailed(say !== 'drawn')}
          onNews={(news) => {
            if (news.say === 'height') setHeight(Math.min(HEIGHT.max, Math.max(1, news.pixels)));
          }}
        />
      )}
    </div>
  );
}
