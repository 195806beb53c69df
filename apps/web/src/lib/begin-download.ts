/** A frame that has begun a download is of no more use, and nobody tells when it has. */
const KEPT_MS = 60_000;

/**
 * Lets the browser download what an address gives as an attachment. In a frame that nobody sees, since to leave the page for it would
 * ask whoever is uploading whether to stay, and end at an error of the store for whoever does not.
 */
export function beginDownload(url: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = url;
  document.body.append(frame);
  setTimeout(() => frame.remove(), KEPT_MS);
}
