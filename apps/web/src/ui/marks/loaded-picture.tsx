import { useEffect, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { ImageSlots } from '../../lib/loading/image-slots.ts';
import styles from './loaded-picture.module.css';

const IMAGES_AT_ONCE = 8;

const slots = new ImageSlots(IMAGES_AT_ONCE);

interface LoadedPictureProps {
  /** Undefined until the URL is known. A new URL for the same picture does not load it again. */
  readonly url: string | undefined;
  /** Shown until the picture is loaded: its average color, and a blurred version as a `data:` URL. */
  readonly color?: string | undefined;
  readonly blurred?: string | undefined;
  readonly className?: string | undefined;
  readonly onError: () => void;
}

/** Decorative. Limits how many pictures load at the same time. */
export function LoadedPicture({ url: latestUrl, color, blurred, className, onError }: LoadedPictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const release = useRef<() => void>(undefined);
  const [loaded, setLoaded] = useState<'at once' | 'late'>();
  const [url, setUrl] = useState(latestUrl);
  if ((url === undefined) !== (latestUrl === undefined)) {
    setUrl(latestUrl);
    setLoaded(undefined);
  }
  useEffect(() => {
    const element = image.current;
    if (url === undefined || element === null) return undefined;
    release.current = slots.acquire(() => {
      element.src = url;
      if (element.complete && element.naturalWidth > 0) setLoaded('at once');
    });
    return () => {
      release.current?.();
      // Cancels a request that is still running.
      element.removeAttribute('src');
    };
  }, [url]);
  const ground = loaded === undefined && blurred === undefined ? color : undefined;
  return (
    <span className={classes(styles['frame'], className)} style={{ background: ground }}>
      <img
        ref={image}
        alt=""
        decoding="async"
        draggable={false}
        data-loaded={loaded}
        referrerPolicy="no-referrer"
        className={styles['image']}
        onLoad={() => {
          release.current?.();
          setLoaded((known) => known ?? 'late');
        }}
        onError={() => {
          release.current?.();
          onError();
        }}
      />
      {blurred !== undefined && (
        <span className={styles['blurred']} style={{ backgroundImage: `url(${blurred})` }} />
      )}
    </span>
  );
}
