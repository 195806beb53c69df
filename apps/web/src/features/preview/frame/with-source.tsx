import { type ReactNode, useState } from 'react';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import type { ViewerProps } from '../viewer.ts';
import { useLateUrl } from '../fetching/use-late-url.ts';
import styles from './frame.module.css';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const SourceView = lazy(async () => ({ default: (await import('../text/text-view.tsx')).TextView }));

interface WithSourceProps extends ViewerProps {
  readonly shownAs: 'page' | 'tree';
  /** Shown in the bar, after the switch. */
  readonly facts?: ReactNode;
  /** Shown after the facts while the document is shown, not its source. */
  readonly tools?: ReactNode;
  /** Why only the source can be shown. Undefined if the document can be rendered. */
  readonly onlySource?: string | undefined;
  readonly children?: ReactNode;
}

/** A rendered document, with a switch to its source. */
export function WithSource({ shownAs, facts, tools, onlySource, children, ...viewer }: WithSourceProps) {
  const text = useText();
  const [isSource, setSource] = useState(false);
  const choices = [
    [false, shownAs],
    [true, 'source'],
  ] as const;
  return (
    <div className={styles['view']}>
      {onlySource !== undefined ? (
        <Banner tone="info">{onlySource}</Banner>
      ) : (
        <div className={styles['bar']}>
          <fieldset aria-label={text('frame.mode')} className={styles['modes']}>
            {choices.map(([value, id]) => (
              <button
                key={id}
                type="button"
                className={styles['mode']}
                aria-pressed={isSource === value}
                onClick={() => setSource(value)}
              >
                {text(`frame.${id}`)}
              </button>
            ))}
          </fieldset>
          <div className={styles['facts']}>{facts}</div>
          {!isSource && tools}
        </div>
      )}
      {isSource || onlySource !== undefined ? (
        <Suspense fallback={<Spinner size="large" label={text('frame.opening')} />}>
          <Source {...viewer} />
        </Suspense>
      ) : (
        children
      )}
    </div>
  );
}

/** Fetches the file again, perhaps long after the document was opened. */
function Source(viewer: ViewerProps) {
  const text = useText();
  const late = useLateUrl(viewer.freshUrl);
  if (late === undefined) return <Spinner size="large" label={text('frame.opening')} />;
  if (late === 'failed') return viewer.failed;
  return <SourceView {...viewer} content={{ ...viewer.content, url: late.url }} />;
}
