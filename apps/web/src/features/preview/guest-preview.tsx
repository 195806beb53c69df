import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { rightsOf, SpaceRightsProvider } from '../../api/spaces/space-rights.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { PageDialog } from '../../ui/overlays/page-dialog.tsx';
import { useTitleOver } from '../../ui/page/page-heading.tsx';
import { Content } from './content.tsx';
import { type ContentCalls, ContentCallsProvider } from './content-calls.ts';
import { Step, useKeys } from './preview-bar.tsx';
import { Position, stepTo } from './preview-frame.tsx';
import styles from './preview.module.css';
import { useText } from './texts.ts';
import { useSwipes } from './use-swipes.ts';
import { type Around, isPicture, type ViewedNode } from './viewer.ts';

const Filmstrip = lazy(async () => ({ default: (await import('./image/filmstrip.tsx')).Filmstrip }));
const Slideshow = lazy(async () => ({ default: (await import('./image/slideshow.tsx')).Slideshow }));

const RIGHTS = rightsOf('viewer');

interface GuestPreviewProps {
  readonly node: ViewedNode;
  /** From 1. */
  readonly position?: { readonly index: number; readonly total: number } | undefined;
  readonly around: Around;
  readonly calls: ContentCalls;
  /** Undefined if guests may only view. */
  readonly onDownload: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The preview of members without what changes a file. */
export function GuestPreview({ node, position, around, calls, onDownload, onClose }: GuestPreviewProps) {
  const text = useText();
  useTitleOver(node.name);
  const [presenting, setPresenting] = useState<'plays' | 'waits'>();
  const stage = useSwipes<HTMLDivElement>(around, presenting === undefined);
  const onPrevious = stepTo(around, -1);
  const onNext = stepTo(around, 1);
  const close = (): void => {
    if (presenting === undefined) onClose();
    else setPresenting(undefined);
  };
  useKeys(presenting === undefined ? { onPrevious, onNext, onDownload } : {});
  return (
    <ContentCallsProvider value={calls}>
      <SpaceRightsProvider value={RIGHTS}>
        <PageDialog className={styles['preview'] ?? ''} labelledBy="preview-title" onEscape={close}>
          <header className={styles['bar']}>
            <IconButton icon={X} label={text('preview.close')} onClick={close} />
            <div className={styles['heading']}>
              <h1 id="preview-title" className={styles['title']} tabIndex={-1} dir="auto">
                {node.name}
              </h1>
              <Position position={position} />
            </div>
            <Step icon={ChevronLeft} label={text('preview.previous')} side="start" onPress={onPrevious} />
            <Step icon={ChevronRight} label={text('preview.next')} side="end" onPress={onNext} />
            {onDownload !== undefined && (
              <>
                <span className={styles['narrowOnly']}>
                  <IconButton icon={Download} label={text('preview.download')} onClick={onDownload} />
                </span>
                <span className={styles['wideOnly']}>
                  <Button icon={Download} onClick={onDownload}>
                    {text('preview.download')}
                  </Button>
                </span>
              </>
            )}
          </header>
          <div className={styles['content']}>
            <div ref={stage} className={styles['stage']}>
              <Content
                key={`${node.id} ${node.versionId}`}
                node={node}
                around={around}
                onPresent={(isPlaying) => setPresenting(isPlaying ? 'plays' : 'waits')}
                onDownload={onDownload}
              />
            </div>
            {isPicture(node) && (
              <Suspense fallback={null}>
                <Filmstrip node={node} around={around} />
              </Suspense>
            )}
          </div>
          {presenting !== undefined && (
            <Suspense fallback={null}>
              <Slideshow
                node={node}
                around={around}
                startsPlaying={presenting === 'plays'}
                onEnd={() => setPresenting(undefined)}
              />
            </Suspense>
          )}
        </PageDialog>
      </SpaceRightsProvider>
    </ContentCallsProvider>
  );
}
