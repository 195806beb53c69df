const EDGE_MAX = 512;
const QUALITY = 0.82;
/** Takes a frame after the beginning, which is often black. */
const AT = { part: 0.1, maxSeconds: 20 };

/** Returns undefined for a video without a picture. Rejects if the video cannot be played, or when aborted. */
export async function captureFrame(url: string, signal: AbortSignal): Promise<string | undefined> {
  const film = document.createElement('video');
  film.crossOrigin = 'anonymous';
  film.muted = true;
  film.preload = 'auto';
  try {
    const loaded = happened(film, 'loadeddata', signal);
    film.src = url;
    await loaded;
    if (film.videoWidth === 0 || film.videoHeight === 0) return undefined;
    const seeked = happened(film, 'seeked', signal);
    const length = Number.isFinite(film.duration) ? film.duration : 0;
    film.currentTime = Math.min(length * AT.part, AT.maxSeconds);
    await seeked;
    const scale = Math.min(1, EDGE_MAX / Math.max(film.videoWidth, film.videoHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(film.videoWidth * scale));
    canvas.height = Math.max(1, Math.round(film.videoHeight * scale));
    canvas.getContext('2d')?.drawImage(film, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg', QUALITY);
  } finally {
    film.removeAttribute('src');
    film.load();
  }
}

async function happened(
  film: HTMLVideoElement,
  event: 'loadeddata' | 'seeked',
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  film.addEventListener(event, () => resolve(), { once: true });
  film.addEventListener('error', () => reject(new Error('the video cannot be played')), { once: true });
  signal.addEventListener('abort', () => reject(new Error('the capture was aborted')), { once: true });
  await promise;
}
