import type { PictureSource } from './piece.ts';

/** Whether a link is safe to follow. `javascript:` and `data:` URLs could run code in this page or replace it. */
export function isLinkAddress(address: string): boolean {
  return URL.canParse(address) && /^(?:https?|mailto):$/.test(new URL(address).protocol);
}

const OWN_PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[\w+/=]+$/;

/** Remote pictures become links. If they were loaded, their server would learn who reads the file and when. */
export function pictureSourceOf(address: string): PictureSource {
  if (OWN_PICTURE.test(address)) return { from: 'file', data: address };
  const full = address.startsWith('//') ? `https:${address}` : address;
  if (!URL.canParse(full)) return { from: 'elsewhere' };
  const { protocol, host, href } = new URL(full);
  return /^https?:$/.test(protocol) ? { from: 'web', address: href, host } : { from: 'elsewhere' };
}
