import { CornerDownRight, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { commandOf } from '../../../../lib/keys/key-of.ts';
import { useFormats } from '../../../../lib/language/format.ts';
import { IconButton } from '../../../../ui/controls/icon-button.tsx';
import { Banner } from '../../../../ui/feedback/banner.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { Loading } from '../../fetching/loading.tsx';
import { useFindWords } from '../../find-words.ts';
import type { ViewerProps, ViewedNode } from '../../viewer.ts';
import sheet from '../code-sheet.module.css';
import { GoToLine } from '../go-to-line.tsx';
import { useText as useTextWords } from '../texts.ts';
import { LargeFind } from './large-find.tsx';
import { LargeLines } from './large-lines.tsx';
import { useText } from './texts.ts';
import { type LargeText, useLargeText } from './use-large-text.ts';
import { useViewerKeys } from '../../use-viewer-keys.ts';

interface LargeTextViewProps extends Pick<ViewerProps, 'node' | 'content' | 'freshUrl' | 'failed'> {
  /** Shown for files that cannot be read line by line. */
  readonly renderBeginning: () => ReactNode;
}

export function LargeTextView({ node, content, freshUrl, failed, renderBeginning }: LargeTextViewProps) {
  const words = useTextWords();
  const large = useLargeText(content.url, freshUrl);
  switch (large.state) {
    case 'opening':
      return <Loading label={words('text.loading')} />;
    case 'unsupported':
      return renderBeginning();
    case 'failed':
      return failed;
    case 'open':
      return <LargeSheet node={node} large={large} />;
  }
}

/** `found` is the find bar, opened by the search that led to the file. */
type OpenBar = 'find' | 'found' | 'line' | undefined;

function LargeSheet({ node, large }: { readonly node: ViewedNode; readonly large: LargeText }) {
  const text = useText();
  const words = useTextWords();
  const { number, size, percent } = useFormats();
  const opening = useFindWords();
  const [bar, setBar] = useState<OpenBar>(opening === '' ? undefined : 'found');
  const isFinding = bar === 'find' || bar === 'found';
  /** The line to show, from 0. Each request is a new object, so that the same line can be shown again. */
  const [target, setTarget] = useState<{ readonly line: number }>();
  const { lineCount, readBytes, isDone, encoding } = large;
  const { sizeBytes } = node;
  const open = (event: Parameters<typeof commandOf>[0] & Pick<KeyboardEvent, 'preventDefault'>): void => {
    const command = commandOf(event);
    if (command !== 'f' && command !== 'g') return;
    event.preventDefault();
    setBar(command === 'f' ? 'find' : 'line');
  };
  useViewerKeys(open);
  useEffect(() => {
    if (!isFinding) large.find(undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- only closing the bar ends the search
  }, [isFinding]);
  return (
    <section className={sheet['sheet']} data-own-keys="">
      <header className={sheet['head']}>
        <p className={sheet['facts']}>
          <span className={sheet['language']}>{words('text.plain')}</span>
          <span>{words('text.lines', { count: lineCount, number: number(lineCount) })}</span>
          <span>{size(sizeBytes ?? 0)}</span>
          <span dir="ltr">{words(`text.encoding.${encoding}`)}</span>
          {!isDone && (
            <span>
              {text('large.reading', { percent: percent(readBytes / Math.max(1, sizeBytes ?? 1)) })}
            </span>
          )}
        </p>
        <div className={sheet['tools']}>
          <IconButton
            icon={Search}
            label={words('text.find')}
            aria-expanded={isFinding}
            onClick={() => setBar(isFinding ? undefined : 'find')}
          />
          <IconButton
            icon={CornerDownRight}
            isMirrored
            label={words('text.goToLine')}
            aria-expanded={bar === 'line'}
            onClick={() => setBar(bar === 'line' ? undefined : 'line')}
          />
        </div>
      </header>
      {isFinding && (
        <LargeFind
          large={large}
          opening={opening}
          takesFocus={bar === 'find'}
          onShow={(line) => setTarget({ line })}
          onShortcut={open}
          onClose={() => setBar(undefined)}
        />
      )}
      {bar === 'line' && (
        <GoToLine
          total={lineCount}
          onGo={(line) => {
            setBar(undefined);
            setTarget({ line: Math.min(line, lineCount) - 1 });
          }}
          onShortcut={open}
          onClose={() => setBar(undefined)}
        />
      )}
      {large.hasFailed && (
        <Banner tone="warning" isAlert action={<Button onClick={large.retry}>{text('large.retry')}</Button>}>
          {text('large.unread')}
        </Banner>
      )}
      <LargeLines
        label={words('text.label', { name: node.name })}
        large={large}
        target={target}
        found={isFinding ? large.found?.lines : undefined}
      />
    </section>
  );
}
