import { Check, Copy, CornerDownRight, Search, WrapText } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { commandOf } from '../../../lib/keys/key-of.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { readSaved, writeSaved } from '../../../lib/storage.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import styles from './code-sheet.module.css';
import { type CodeView, type Editing, languageOf } from './code/code-view.ts';
import { useCodeView } from './code/use-code-view.ts';
import { PrintButton } from '../find/print-button.tsx';
import { useFindWords } from '../find-words.ts';
import { FindBar } from './find-bar.tsx';
import { printText } from './print-text.ts';
import { GoToLine } from './go-to-line.tsx';
import { useText } from './texts.ts';
import type { ViewedNode } from '../viewer.ts';
import { useViewerKeys } from '../use-viewer-keys.ts';

interface CodeSheetProps {
  readonly node: ViewedNode;
  readonly text: string;
  /** Undefined if the text is read-only. */
  readonly editing?: Editing;
  readonly renderFacts: (lines: number) => ReactNode;
  readonly actions?: ReactNode;
  readonly notice?: ReactNode;
  readonly onReady?: (code: CodeView) => void;
}

/** `found` is the find bar, opened by the search that led to the file. */
type OpenBar = 'find' | 'found' | 'line' | undefined;

/** A text with its own keys: Ctrl+F finds, Ctrl+G goes to a line. */
export function CodeSheet({
  node,
  text: content,
  editing,
  renderFacts,
  actions,
  notice,
  onReady,
}: CodeSheetProps) {
  const text = useText();
  const opening = useFindWords();
  const [bar, setBar] = useState<OpenBar>(opening === '' ? undefined : 'found');
  const [isWrapped, setWrapped] = useWrap();
  const [place, code] = useCodeView({
    text: content,
    fileName: node.name,
    label: text('text.label', { name: node.name }),
    isWrapped,
    editing,
  });
  useEffect(() => {
    if (code !== undefined) onReady?.(code);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reported once
  }, [code]);
  const isFinding = bar === 'find' || bar === 'found';
  const open = useSheetKeys(setBar);
  const lines = code?.view.state.doc.lines ?? 0;
  const getContent = (): string => (editing === undefined ? content : (code?.getText() ?? content));
  const close = (): void => {
    setBar(undefined);
    code?.view.focus();
  };
  return (
    <section className={styles['sheet']} data-own-keys="">
      <header className={styles['head']}>
        <p className={styles['facts']}>
          <span className={styles['language']}>{languageOf(node.name)?.name ?? text('text.plain')}</span>
          {renderFacts(lines)}
        </p>
        <div className={styles['tools']}>
          <IconButton
            icon={Search}
            label={text('text.find')}
            data-tooltip={`${text('text.find')} (Ctrl+F)`}
            aria-expanded={isFinding}
            onClick={() => setBar(isFinding ? undefined : 'find')}
          />
          <IconButton
            icon={CornerDownRight}
            isMirrored
            label={text('text.goToLine')}
            data-tooltip={`${text('text.goToLine')} (Ctrl+G)`}
            aria-expanded={bar === 'line'}
            onClick={() => setBar(bar === 'line' ? undefined : 'line')}
          />
          <IconButton
            icon={WrapText}
            label={text('text.wrap')}
            aria-pressed={isWrapped}
            onClick={() => {
              setWrapped(!isWrapped);
              code?.setWrapped(!isWrapped);
            }}
          />
          <CopyAll getContent={getContent} />
          <PrintButton onPrint={() => printText(getContent())} />
        </div>
        {actions}
      </header>
      {code !== undefined && isFinding && (
        <FindBar
          view={code.view}
          opening={opening}
          takesFocus={bar === 'find'}
          onShortcut={open}
          onClose={close}
        />
      )}
      {code !== undefined && bar === 'line' && (
        <GoToLine
          total={lines}
          onGo={(line) => {
            setBar(undefined);
            code.goToLine(line);
          }}
          onShortcut={open}
          onClose={close}
        />
      )}
      {notice}
      <div ref={place} className={styles['code']} />
    </section>
  );
}

type Key = Parameters<typeof commandOf>[0] & Pick<KeyboardEvent, 'preventDefault'>;

/** Overrides the browser's keys, even while a button of the preview has the focus. */
function useSheetKeys(setBar: (bar: OpenBar) => void): (event: Key) => void {
  const open = (event: Key): void => {
    const command = commandOf(event);
    if (command !== 'f' && command !== 'g') return;
    event.preventDefault();
    setBar(command === 'f' ? 'find' : 'line');
  };
  useViewerKeys(open);
  return open;
}

function CopyAll({ getContent }: { readonly getContent: () => string }) {
  const text = useText();
  const [result, setResult] = useState<'text.copied' | 'text.notCopied'>();
  const copy = async (): Promise<void> => {
    setResult((await copyText(getContent())) ? 'text.copied' : 'text.notCopied');
  };
  return (
    <>
      <IconButton
        icon={result === 'text.copied' ? Check : Copy}
        label={text('text.copy')}
        onClick={() => void copy()}
      />
      <output className={result === 'text.notCopied' ? styles['problem'] : 'visually-hidden'}>
        {result !== undefined && text(result)}
      </output>
    </>
  );
}

const WRAP = 'text.wrap';

function useWrap(): readonly [boolean, (isWrapped: boolean) => void] {
  const [isWrapped, setWrapped] = useState(() => readSaved(WRAP) !== false);
  return [
    isWrapped,
    (next) => {
      writeSaved(WRAP, next);
      setWrapped(next);
    },
  ];
}
