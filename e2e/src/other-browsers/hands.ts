import { z } from 'zod';
import type { BrowserWindow } from './window.ts';

export interface Sought {
  readonly role: string;
  readonly name: string | RegExp;
}

const Place = z.object({ x: z.number(), y: z.number() });

/** Finds visible elements by role and accessible name. */
const FIND = `
  const [role, source, flags] = arguments;
  const pattern = new RegExp(source, flags);
  const tags = {
    button: 'button, [role=button], summary',
    link: 'a[href]',
    textbox: 'input:not([type]), input[type=text], input[type=email], input[type=password], input[type=search], textarea',
    heading: 'h1, h2, h3, h4',
    image: 'img, [role=img]',
    row: '[role=row]',
  };
  const said = (node) => node.nodeType === Node.TEXT_NODE ? node.data
    : node.nodeType !== Node.ELEMENT_NODE || node.getAttribute('aria-hidden') === 'true' ? ''
    : Array.from(node.childNodes, said).join('');
  const nameOf = (element) => {
    const by = element.getAttribute('aria-labelledby');
    const named = by === null ? '' : by.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    const labels = 'labels' in element && element.labels !== null ? Array.from(element.labels, (label) => label.textContent).join(' ') : '';
    return (element.getAttribute('aria-label') ?? (named || labels || element.getAttribute('alt') || said(element))).replaceAll(/\\s+/g, ' ').trim();
  };
  const found = Array.from(document.querySelectorAll(tags[role] ?? '[role=' + role + '], ' + role)).filter(
    (element) => pattern.test(nameOf(element)) && element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null,
  );
`;
const CENTRE = `
  const element = found[0];
  if (element === undefined) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
`;

export class Hands {
  readonly window: BrowserWindow;
  readonly #patienceMs: number;

  constructor(window: BrowserWindow, patienceMs = 15_000) {
    this.window = window;
    this.#patienceMs = patienceMs;
  }

  async click(role: string, name: string | RegExp): Promise<void> {
    const { x, y } = await this.#placeOf({ role, name });
    await this.window.clickAt(x, y);
  }

  async fill(label: string | RegExp, text: string): Promise<void> {
    await this.click('textbox', label);
    await this.window.press('Control', 'a');
    await this.window.type(text);
  }

  async sees(role: string, name: string | RegExp, patienceMs = this.#patienceMs): Promise<void> {
    await this.until(`${role} ${String(name)}`, async () => (await this.count(role, name)) > 0, patienceMs);
  }

  async count(role: string, name: string | RegExp): Promise<number> {
    return z
      .number()
      .parse(await this.window.run(`${FIND} return found.length;`, ...argumentsOf({ role, name })));
  }

  async until(what: string, holds: () => Promise<boolean>, patienceMs = this.#patienceMs): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (!(await holds())) {
      if (Date.now() > deadline)
        throw new Error(`${what} did not come; the page says:\n${await this.text()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async text(): Promise<string> {
    return z.string().parse(await this.window.run('return document.body.innerText;'));
  }

  async #placeOf(sought: Sought): Promise<z.infer<typeof Place>> {
    let last = '';
    let place: z.infer<typeof Place> | undefined;
    await this.until(`${sought.role} ${String(sought.name)}`, async () => {
      const answer = await this.window.run(FIND + CENTRE, ...argumentsOf(sought));
      const now = JSON.stringify(answer);
      const stands = answer !== null && now === last;
      last = now;
      if (stands) place = Place.parse(answer);
      return stands;
    });
    if (place === undefined) throw new Error('what was found is gone');
    return place;
  }
}

function argumentsOf({ role, name }: Sought): readonly string[] {
  if (name instanceof RegExp) return [role, name.source, name.flags];
  return [role, `^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`, ''];
}
