import { assert } from '@coffer/kit';

export interface Visit {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly html: string;
  /** Redirect target on another host. */
  readonly left: string | undefined;
}

export type Send = (request: Request) => Promise<Response>;

/** A test browser with cookies, forms and same-host redirects, without scripts. */
export interface HostedBrowser {
  readonly cookies: Map<string, string>;
  visit(path: string, headers?: Readonly<Record<string, string>>): Promise<Visit>;
  /** `fields` override the prefilled values. */
  submit(page: Visit, action: string, fields: Readonly<Record<string, string>>): Promise<Visit>;
  post(path: string, body: URLSearchParams, headers?: Readonly<Record<string, string>>): Promise<Visit>;
}

const HOPS_MAX = 10;

export function createHostedBrowser(origin: string, send: Send = (request) => fetch(request)): HostedBrowser {
  const cookies = new Map<string, string>();

  async function go(address: string, init: RequestInit): Promise<Visit> {
    let url = new URL(address, origin).href;
    let request: RequestInit = init;
    for (let hop = 0; hop < HOPS_MAX; hop++) {
      const headers = new Headers(request.headers);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      if (cookie !== '') headers.set('cookie', cookie);
      const response = await send(new Request(url, { ...request, headers, redirect: 'manual' }));
      keep(response.headers);
      const location = response.headers.get('location');
      const { status } = response;
      if (location === null)
        return { status, url, headers: response.headers, html: await response.text(), left: undefined };
      await response.arrayBuffer();
      const next = new URL(location, url);
      if (next.origin !== origin)
        return { status, url, headers: response.headers, html: '', left: next.href };
      url = next.href;
      const kept = new Headers(init.headers);
      for (const name of ['content-type', 'origin']) kept.delete(name);
      request = { headers: kept };
    }
    throw new Error('too many redirects');
  }

  function keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1);
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), value);
    }
  }

  const post: HostedBrowser['post'] = async (path, body, headers = {}) =>
    await go(path, {
      method: 'POST',
      body: body.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'navigate',
        origin: 'null',
        ...headers,
      },
    });

  return {
    cookies,
    visit: async (path, headers = {}) =>
      await go(path, { headers: { 'sec-fetch-mode': 'navigate', ...headers } }),
    post,
    async submit(page, action, fields) {
      const form = readForm(page.html, action);
      const body = new URLSearchParams({ ...form, ...fields });
      return await post(action, body);
    },
  };
}

export function readForm(html: string, action: string): Readonly<Record<string, string>> {
  const form = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].find(
    ([, found]) => found === action,
  );
  assert(form !== undefined, `the page has no form for ${action}: ${html.slice(0, 2000)}`);
  const inputs = [...(form[2] ?? '').matchAll(/<input([^>]*)>/g)].map(([, attributes = '']) => [
    unescapeHtml(/\sname="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    unescapeHtml(/\svalue="([^"]*)"/.exec(attributes)?.[1] ?? ''),
  ]);
  return Object.fromEntries(inputs);
}

export function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
