import { FileText } from 'lucide-react';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useMedia } from '../../../lib/hooks/use-media.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loading } from '../fetching/loading.tsx';
import { FindTools } from '../find/find-tools.tsx';
import { useElementFind } from '../find/use-element-find.ts';
import { Outline as Steps } from '../frame/outline.tsx';
import { useFileTask } from '../frame/use-task.ts';
import { WithSource } from '../frame/with-source.tsx';
import type { ViewerProps } from '../viewer.ts';
import styles from './markdown.module.css';
import { Pieces } from './markdown-pieces.tsx';
import workerUrl from './markdown.worker.ts?worker&url';
import type { Heading, MarkdownPage } from './piece.ts';
import { useText } from './texts.ts';

const LIMIT_MS = 8_000;

export function MarkdownView(props: ViewerProps) {
  const text = useText();
  const desk = useRef<HTMLElement>(null);
  const finding = useElementFind(desk);
  const page = useFileTask<MarkdownPage>({
    workerUrl,
    name: 'markdown',
    limitMs: LIMIT_MS,
    url: props.content.url,
  });
  if (page === undefined) return <Loading />;
  if (page === 'failed') return props.failed;
  const isTooSlow = page === 'too slow';
  const facts = isTooSlow ? undefined : text('markdown.words', { count: page.words });
  return (
    <WithSource
      {...props}
      shownAs="page"
      facts={facts}
      tools={<FindTools {...finding} />}
      onlySource={isTooSlow ? text('markdown.tooSlow') : undefined}
    >
      {!isTooSlow && <Page desk={desk} page={page} name={props.node.name} />}
    </WithSource>
  );
}

const OUTLINE_MAX = 500;

interface PageProps {
  readonly desk: RefObject<HTMLElement | null>;
  readonly page: MarkdownPage;
  readonly name: string;
}

function Page({ desk, page, name }: PageProps) {
  const text = useText();
  const [current, setCurrent] = useState(0);
  const headings = page.headings.slice(0, OUTLINE_MAX);
  const jump = useCallback(
    (id: string): void => {
      const places = Array.from(desk.current?.querySelectorAll<HTMLElement>('[data-place]') ?? []);
      const place = places.find((element) => element.dataset['place'] === id);
      place?.scrollIntoView({ block: 'start' });
      place?.focus({ preventScroll: true });
    },
    [desk],
  );
  // Renders a long file once, not on each change of the current heading.
  const body = useMemo(() => <Pieces pieces={page.pieces} onJump={jump} />, [page.pieces, jump]);
  if (page.pieces.length === 0)
    return (
      <div className={styles['empty']}>
        <EmptyState icon={FileText} title={text('markdown.empty')} text={text('markdown.emptyText')} />
      </div>
    );
  return (
    <section
      ref={desk}
      aria-label={text('markdown.page', { name })}
      className={styles['desk']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      onScroll={(event) => setCurrent(headingAtTop(event.currentTarget))}
    >
      {headings.length > 1 && <Outline headings={headings} current={current} onJump={jump} />}
      <article className={styles['paper']} dir="auto">
        {body}
      </article>
    </section>
  );
}

interface OutlineProps {
  readonly headings: readonly Heading[];
  readonly current: number;
  readonly onJump: (id: string) => void;
}

function Outline({ headings, current, onJump }: OutlineProps) {
  const text = useText();
  const isNarrow = useMedia('(max-width: 1199px)');
  const steps = (
    <Steps
      label={text('markdown.outline')}
      steps={headings}
      current={current}
      onStep={(index) => onJump(headings[index]?.id ?? '')}
    />
  );
  return (
    <div className={styles['outline']}>
      {isNarrow ? (
        <details>
          <summary>{text('markdown.outline')}</summary>
          {steps}
        </details>
      ) : (
        <>
          <h2>{text('markdown.outline')}</h2>
          {steps}
        </>
      )}
    </div>
  );
}

/** Index of the last heading above the line at a quarter of the height. At the end of the file, the last heading. */
function headingAtTop(desk: HTMLElement): number {
  const headings = Array.from(desk.querySelectorAll('[data-depth]'));
  if (desk.scrollTop + desk.clientHeight >= desk.scrollHeight - 1) return headings.length - 1;
  const line = desk.getBoundingClientRect().top + desk.clientHeight / 4;
  const after = headings.findIndex((heading) => heading.getBoundingClientRect().top > line);
  return Math.max(0, (after < 0 ? headings.length : after) - 1);
}
