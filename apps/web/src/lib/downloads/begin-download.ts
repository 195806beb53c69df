/** No event says when the download has begun. */
const KEPT_MS = 60_000;

/**
 * Navigation instead of a frame would trigger the unload warning of running uploads, or end on an error page of the
 * store.
 */
export function beginDownload(url: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = url;
  document.body.append(frame);
  setTimeout(() => frame.remove(), KEPT_MS);
}
