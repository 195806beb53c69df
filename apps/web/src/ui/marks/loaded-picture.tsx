import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { ImageSlots } from '../../lib/loading/image-slots.ts';

const IMAGES_AT_ONCE = 8;

const GROUND = 'color-mix(in oklab, var(--text) 4%, transparent)';
const IMAGE: CSSProperties = { display: 'block', inlineSize: '100%', blockSize: '100%', objectFit: 'cover' };

const slots = new ImageSlots(IMAGES_AT_ONCE);

interface LoadedPictureProps {
  /** Only the first one counts: a new address of the same picture is not worth loading it again. */
  readonly url: string;
  /** Shown until the picture is there. */
  readonly color: string;
  readonly className?: string | undefined;
  readonly onError: () => void;
}

/** Decorative. Limits how many load at the same time. */
export function LoadedPicture({ url: latestUrl, color, className, onError }: LoadedPictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const release = useRef<() => void>(undefined);
  const [isLoaded, setLoaded] = useState(false);
  const [url] = useState(latestUrl);
  useEffect(() => {
    const element = image.current;
    release.current = slots.acquire(() => {
      if (element !== null) element.src = url;
    });
    return () => {
      release.current?.();
      // Cancels a request that is still running.
      element?.removeAttribute('src');
    };
  }, [url]);
  return (
    <span className={className} style={{ overflow: 'hidden', background: isLoaded ? GROUND : color }}>
      <img
        ref={image}
        alt=""
        decoding="async"
        draggable={false}
        data-loaded={isLoaded || undefined}
        referrerPolicy="no-referrer"
        style={{ ...IMAGE, opacity: isLoaded ? 1 : 0, transition: 'opacity var(--fast) var(--ease)' }}
        onLoad={() => {
          release.current?.();
          setLoaded(true);
        }}
        onError={() => {
          release.current?.();
          onError();
        }}
      />
    </span>
  );
}
