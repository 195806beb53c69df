import { PictureInPicture2 } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { readSaved, writeSaved } from '../../../lib/storage.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { SlowNotice } from '../fetching/loading.tsx';
import { FirstSight } from '../first-sight.tsx';
import type { ViewerProps } from '../viewer.ts';
import styles from './media.module.css';
import { formatClock } from './format-clock.ts';
import { Playlist, usePlaylist } from './playlist.tsx';
import { SubtitleMenu } from './subtitles/subtitle-menu.tsx';
import { useSubtitles } from './subtitles/use-subtitles.ts';
import { useText } from './texts.ts';
import { useMediaKeys } from './use-media-keys.ts';
import { useMediaSource } from './use-media-source.ts';
import { usePlaybackPosition } from './use-playback-position.ts';
import { usePoster } from './use-poster.ts';

export function VideoView(props: ViewerProps) {
  return <MediaView {...props} kind="video" />;
}

export function AudioView(props: ViewerProps) {
  return <MediaView {...props} kind="audio" />;
}

interface MediaViewProps extends ViewerProps {
  readonly kind: 'video' | 'audio';
}

/** A transparent poster. Without a poster, Chromium hides what is behind a video that is still loading. */
const CLEAR_POSTER = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
const SPEED_SAVED = 'media-speed';

function MediaView({ node, content, failed, around, kind, onDownload }: MediaViewProps) {
  const text = useText();
  const waiting = text('media.waiting');
  const source = useMediaSource({ nodeId: node.id, versionId: content.versionId, firstUrl: content.url });
  const { media, state } = source;
  const playback = usePlaybackPosition(node.id, media);
  const [speed, setSpeed] = useState(savedSpeed);
  const subtitles = useSubtitles(node, media, kind === 'video');
  const playlist = usePlaylist(node, around, kind);
  usePoster({ nodeId: node.id, versionId: content.versionId, url: content.url }, kind === 'video');
  const frame = useRef<HTMLDivElement>(null);
  useMediaKeys({ media, frame, onSubtitles: subtitles.toggle });
  useEffect(() => {
    if (state === 'waits') announce(waiting);
  }, [state, waiting]);
  const isFirst = useRef(true);
  const [isStalled, setStalled] = useState(true);
  const [isSeen, setSeen] = useState(false);
  const hasFirstSight = kind === 'video' && node.picture !== undefined && !isSeen;
  if (state === 'failed') return failed;
  const handleReady = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>): void => {
    if (isFirst.current) {
      isFirst.current = false;
      currentTarget.playbackRate = speed;
      playback.restore(currentTarget);
      if (playlist.isContinuing()) void Promise.allSettled([currentTarget.play()]);
    }
    setStalled(false);
    source.handleReady();
  };
  const shared = {
    ...source.props,
    controls: true,
    controlsList: onDownload === undefined ? 'nodownload' : undefined,
    'aria-label': node.name,
    onLoadedMetadata: handleReady,
    onWaiting: () => setStalled(true),
    onPlaying: () => setStalled(false),
    onCanPlay: () => setStalled(false),
    onPause: () => setStalled(false),
    onTimeUpdate: (event: SyntheticEvent<HTMLMediaElement>) => {
      source.handleProgress(event);
      playback.save(event.currentTarget);
    },
    onEnded: () => {
      playback.forget();
      playlist.playNext();
    },
    onRateChange: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) =>
      setSpeed(currentTarget.playbackRate),
  };
  return (
    <div className={styles['view']}>
      <div ref={frame} className={styles['player']}>
        <div className={styles['screen']}>
          {hasFirstSight && <FirstSight node={node} around={around} isEnlarged />}
          {kind === 'video' ? (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- subtitles of the folder are added by script
            <video
              {...shared}
              className={styles['media']}
              playsInline
              poster={hasFirstSight ? CLEAR_POSTER : undefined}
              onLoadedData={() => setSeen(true)}
            />
          ) : (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- uploaded files have no captions
            <audio {...shared} className={styles['sound']} />
          )}
          {state === 'waits' && <p className={styles['waiting']}>{waiting}</p>}
          {state === 'plays' && isStalled && <SlowNotice />}
        </div>
        <div className={styles['bar']}>
          <SpeedMenu
            speed={speed}
            onChange={(chosen) => {
              writeSaved(SPEED_SAVED, chosen);
              source.change({ playbackRate: chosen });
            }}
          />
          {kind === 'video' && <SubtitleMenu subtitles={subtitles} />}
          {kind === 'video' && document.pictureInPictureEnabled && (
            <IconButton
              icon={PictureInPicture2}
              label={text('media.pictureInPicture')}
              onClick={() => void Promise.allSettled([togglePictureInPicture(media.current)])}
            />
          )}
          {playback.restored !== undefined && (
            <p className={styles['stopped']}>
              {text('media.stopped', { time: formatClock(playback.restored) })}
              <Button
                tone="quiet"
                onClick={() => {
                  source.change({ currentTime: 0 });
                  playback.forget();
                }}
              >
                {text('media.fromBeginning')}
              </Button>
            </p>
          )}
        </div>
      </div>
      <Playlist playlist={playlist} around={around} node={node} />
    </div>
  );
}

function savedSpeed(): number {
  const saved = readSaved(SPEED_SAVED);
  return typeof saved === 'number' && SPEEDS.includes(saved) ? saved : 1;
}

interface SpeedMenuProps {
  readonly speed: number;
  readonly onChange: (speed: number) => void;
}

function SpeedMenu({ speed, onChange }: SpeedMenuProps) {
  const text = useText();
  const { number } = useFormats();
  // The browser's own menu offers other speeds.
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].toSorted((one, other) => one - other);
  return (
    <select
      aria-label={text('media.speed')}
      className={styles['choice']}
      value={speed}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    >
      {speeds.map((each) => (
        <option key={each} value={each}>
          {text('media.times', { number: number(each) })}
        </option>
      ))}
    </select>
  );
}

async function togglePictureInPicture(media: HTMLMediaElement | null): Promise<void> {
  if (document.pictureInPictureElement !== null) await document.exitPictureInPicture();
  else if (media instanceof HTMLVideoElement) await media.requestPictureInPicture();
}
