import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  CircleSlash,
  FileArchive,
  FileCheck,
  RotateCw,
  X,
} from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { classes } from '../../lib/classes.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useLeaveWarning } from '../../lib/hooks/use-leave-warning.ts';
import { useOnline } from '../../lib/hooks/use-online.ts';
import { useWakeLock } from '../../lib/hooks/use-wake-lock.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import tray from '../../ui/feedback/tray.module.css';
import styles from './download-tray.module.css';
import { downloads } from './downloads.ts';
import type { Download } from './engine.ts';
import { failureMessage } from './failure-messages.ts';
import { useText } from './texts.ts';
import { useDownloadAnnouncements } from './use-downloads.ts';

const ICONS = {
  counting: FileArchive,
  running: FileArchive,
  failed: CircleAlert,
  done: FileCheck,
  stopped: CircleSlash,
} as const;

export function DownloadTray() {
  const all = useSyncExternalStore(subscribe, view);
  const [isExpanded, setExpanded] = useState(true);
  const text = useText();
  const isRunning = all.some(({ phase }) => phase === 'counting' || phase === 'running');
  // Leaving the page would abort the download, so this warns first.
  useLeaveWarning(isRunning);
  useWakeLock(isRunning);
  useDownloadAnnouncements(all);
  const headline = useHeadline(all);
  if (all.length === 0) return null;
  return (
    <section
      className={classes(tray['tray'], styles['size'])}
      aria-label={text('download.title')}
      data-region=""
    >
      <header className={tray['header']}>
        <div className={tray['headline']}>
          <h2 className={tray['title']}>{headline}</h2>
          {isRunning && <p className={tray['quiet']}>{text('download.keepOpen')}</p>}
        </div>
        <IconButton
          icon={isExpanded ? ChevronDown : ChevronUp}
          label={text(isExpanded ? 'download.collapse' : 'download.expand')}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        />
      </header>
      {isExpanded && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard (WCAG 2.1.1)
        <ul className={tray['list']} tabIndex={0} aria-label={text('download.title')}>
          {all.map((download) => (
            <Row key={download.id} download={download} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ download }: { readonly download: Download }) {
  const text = useText();
  const { id, name, phase, failure, sizeBytes, doneBytes } = download;
  const isRunning = phase === 'counting' || phase === 'running';
  return (
    <li className={tray['row']} data-phase={phase}>
      <Icon of={ICONS[phase]} className={tray['kind']} />
      <div className={tray['middle']}>
        <p className={tray['name']} title={name} dir="auto">
          {name}
        </p>
        <Status download={download} />
        {isRunning && <Wait of={download.waitingFor} />}
        {isRunning && (
          <ProgressBar
            label={text('download.progress', { name })}
            value={phase === 'counting' || sizeBytes === 0 ? undefined : doneBytes / sizeBytes}
          />
        )}
        {phase === 'failed' && (
          <div className={styles['ways']}>
            <Button icon={RotateCw} onClick={() => downloads.retry(id)}>
              {text('download.retry')}
            </Button>
            {failure?.entries !== undefined && (
              <Button onClick={() => downloads.retryWithout(id)}>
                {text('download.retryWithout', { count: failure.entries.length })}
              </Button>
            )}
          </div>
        )}
      </div>
      <IconButton
        size="small"
        icon={X}
        label={text(isRunning ? 'download.cancel' : 'download.dismiss', { name })}
        onClick={() => downloads.dismiss(id)}
      />
    </li>
  );
}

function Status({ download }: { readonly download: Download }) {
  const text = useText();
  const formats = useFormats();
  const { phase, files, filesDone, excluded, failure } = download;
  const size = formats.size(download.sizeBytes);
  const message = (): string => {
    switch (phase) {
      case 'counting':
        return text('download.phase.counting', { files });
      case 'running':
        return text('download.phase.running', {
          done: formats.size(download.doneBytes),
          size,
          left: Math.max(0, files - filesDone - 1),
        });
      case 'failed':
        return failure === undefined ? '' : failureMessage(text, failure);
      case 'done':
        return text('download.phase.done', { files, size });
      case 'stopped':
        return text('download.phase.stopped');
    }
  };
  return (
    <p className={tray['quiet']}>
      {message()}
      {excluded > 0 && ` · ${text('download.excluded', { count: excluded })}`}
    </p>
  );
}

function Wait({ of }: { readonly of: Download['waitingFor'] }) {
  const text = useText();
  const isOnline = useOnline();
  if (of === undefined) return null;
  const whom = isOnline || of === 'sign_in' ? of : 'network';
  return <p className={tray['quiet']}>{text(`download.waits.${whom}`)}</p>;
}

function useHeadline(all: readonly Download[]): string {
  const text = useText();
  const count = (...phases: readonly Download['phase'][]): number =>
    all.filter(({ phase }) => phases.includes(phase)).length;
  const running = count('counting', 'running');
  if (running > 0) return text('download.running', { count: running });
  if (count('failed') > 0) return text('download.failed', { count: count('failed') });
  return count('done') > 0 ? text('download.finished', { count: count('done') }) : text('download.ended');
}

function subscribe(listener: () => void): () => void {
  return downloads.subscribe(listener);
}

function view(): readonly Download[] {
  return downloads.view();
}
