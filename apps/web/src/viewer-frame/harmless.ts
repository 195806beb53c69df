import { isLeading } from './hand.ts';

const FORBIDDEN =
  'script, iframe, frame, object, embed, applet, form, base, meta, link, template, portal, dialog, audio[autoplay], video[autoplay], foreignObject script, animate, set';

/**
 * Removes everything active from a drawn document. The frame's content security policy already blocks it; this is a
 * second defense, and stops links from hiding where they lead.
 */
export function makeHarmless(root: Element): void {
  for (const element of root.querySelectorAll(FORBIDDEN)) element.remove();
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of Array.from(element.attributes)) {
      if (isHarmful(name.toLowerCase(), value.trim())) element.removeAttribute(name);
    }
  }
}

function isHarmful(name: string, value: string): boolean {
  if (name.startsWith('on') || name === 'srcdoc' || name === 'formaction' || name === 'ping') return true;
  if (name === 'href' || name === 'xlink:href')
    return !(value.startsWith('#') || isLeading(value) || isOwn(value));
  return (name === 'src' || name === 'srcset' || name === 'poster' || name === 'data') && !isOwn(value);
}

function isOwn(address: string): boolean {
  return /^(?:blob:|data:(?:image|font|audio|video)\/)/i.test(address);
}
