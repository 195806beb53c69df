/** No event reports when the download has begun. */
const KEPT_MS = 60_000;

/**
 * A frame, because navigation would trigger the unload warning of running uploads, or could end on an error page of the
 * store.
 */
export function beginDownload(url: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = url;
  document.body.append(frame);
  setTimeout(() => frame.remove(), KEPT_MS);
}
