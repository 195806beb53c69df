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
 * The media type with which the store serves a file. Only inert types are displayed: images, audio, video, PDF and plain
 * text. All text becomes `text/plain`, also HTML.
 * SVG can run scripts when opened directly, but not inside `<img>`, which ignores the disposition. It is always an
 * attachment.
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
