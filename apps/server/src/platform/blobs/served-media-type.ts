/** How the store answers for an object when the signed address is opened. */
export interface ServedAs {
  readonly mediaType: string;
  readonly disposition: 'attachment' | 'inline';
}

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const SOUND_OR_FILM = /^(audio|video)\/[a-z0-9][a-z0-9.+-]{0,63}$/;
const TEXT = new Set([
  'application/json',
  'application/ld+json',
  'application/xml',
  'application/javascript',
  'application/ecmascript',
  'application/x-sh',
  'application/sql',
  'application/toml',
  'application/yaml',
  'application/x-yaml',
]);

/**
 * Which of the media types of people's files the store may answer with. Browsers show only what cannot run: pictures, sound,
 * film, PDF and plain text. Everything that is text becomes `text/plain`, web pages too; the rest is bytes to be kept.
 *
 * SVG can run when it is opened by itself, not inside `<img>`, which ignores the disposition: so it goes out under its own type
 * but always as an attachment.
 */
export function servedAs(mediaType: string, wanted: ServedAs['disposition']): ServedAs {
  if (mediaType === 'image/svg+xml') return { mediaType, disposition: 'attachment' };
  if (IMAGES.has(mediaType) || SOUND_OR_FILM.test(mediaType) || mediaType === 'application/pdf') {
    return { mediaType, disposition: wanted };
  }
  if (mediaType.startsWith('text/') || TEXT.has(mediaType)) {
    return { mediaType: 'text/plain; charset=utf-8', disposition: wanted };
  }
  return { mediaType: 'application/octet-stream', disposition: 'attachment' };
}
