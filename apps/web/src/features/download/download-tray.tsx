import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  CircleSlash,
  FileArchive,
  FileCheck,
  Pause,
  Play,
  RotateCw,
  X,
} from 'lucide-react';
import { useRef, useState, useSyncExternalStore } from 'react';
import { classes } from '../../lib/classes.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useTimeFormats } from '../../lib/language/time-format.ts';
import { useLeaveWarning } from '../../lib/hooks/use-leave-warning.ts';
import { useOnline } from '../../lib/hooks/use-online.ts';
import { useWakeLock } from '../../lib/hooks/use-wake-lock.ts';
import { timeLeftMs } from '../../lib/throughput.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { useTrayFocus } from '../../ui/feedback/use-tray-focus.ts';
import tray from '../../ui/feedback/tray.module.css';
import styles from './download-tray.module.css';
import { downloads } from './downloads.ts';
import { type Download, isUnderWay } from './engine.ts';
import { failureMessage } from './failure-messages.ts';
import { useText } from './texts.ts';
import { useDownloadAnnouncements } from './use-downloads.ts';

const ICONS = {
  counting: FileArchive,
  running: FileArchive,
  paused: FileArchive,
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
  useLeaveWarning(all.some(isUnderWay));
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
          {all.some(isUnderWay) && <p className={tray['quiet']}>{text('download.keepOpen')}</p>}
        </div>
        <IconButton
          icon={isExpanded ? ChevronDown : ChevronUp}
          label={text(isExpanded ? 'download.collapse' : 'download.expand')}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        />
      </header>
      {isExpanded && <List all={all} />}
    </section>
  );
}

function List({ all }: { readonly all: readonly Download[] }) {
  const text = useText();
  const list = useRef<HTMLUListElement>(null);
  useTrayFocus(list);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <ul ref={list} className={tray['list']} tabIndex={0} aria-label={text('download.title')}>
      {all.map((download) => (
        <Row key={download.id} download={download} />
      ))}
    </ul>
  );
}

function Row({ download }: { readonly download: Download }) {
  const text = useText();
  const { id, name, phase, failure, sizeBytes, doneBytes } = download;
  const isRunning = phase === 'counting' || phase === 'running';
  const isPaused = phase === 'paused';
  return (
    <li className={tray['row']} data-phase={phase}>
      <Icon of={ICONS[phase]} className={tray['kind']} />
      <div className={tray['middle']}>
        <p className={tray['name']} title={name} dir="auto">
          {name}
        </p>
        <Status download={download} />
        {isRunning && <Wait of={download.waitingFor} />}
        {phase === 'running' && download.waitingFor === undefined && <Pace of={download} />}
        {(isRunning || isPaused) && (
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
      {(phase === 'running' || isPaused) && (
        <IconButton
          size="small"
          icon={isPaused ? Play : Pause}
          label={text(isPaused ? 'download.resume' : 'download.pause', { name })}
          onClick={() => (isPaused ? downloads.resume(id) : downloads.pause(id))}
        />
      )}
      <IconButton
        size="small"
        icon={X}
        label={text(isRunning || isPaused ? 'download.cancel' : 'download.dismiss', { name })}
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
      case 'paused':
        return text('download.phase.paused', { done: formats.size(download.doneBytes), size });
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

/** Speed and time left. Hidden from screen readers, because it changes all the time. */
function Pace({ of: { pace, sizeBytes, doneBytes } }: { readonly of: Download }) {
  const text = useText();
  const formats = useFormats();
  const { duration } = useTimeFormats();
  const leftMs = timeLeftMs(pace, sizeBytes - doneBytes);
  if (pace === undefined || leftMs === undefined) return null;
  const speed = formats.size(pace.perSecond);
  return (
    <p className={tray['quiet']} aria-hidden>
      {text('download.pace', { speed, time: duration(leftMs) })}
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
  if (count('paused') > 0) return text('download.paused', { count: count('paused') });
  if (count('failed') > 0) return text('download.failed', { count: count('failed') });
  return count('done') > 0 ? text('download.finished', { count: count('done') }) : text('download.ended');
}

function subscribe(listener: () => void): () => void {
  return downloads.subscribe(listener);
}

function view(): readonly Download[] {
  return downloads.view();
}
