import type { SignedPart } from '@coffer/contracts';
import type { PutOutcome } from './ports.ts';

/** The body of a signed request: the bytes, or a form with the bytes last. */
export function contentOf(part: SignedPart, body: Blob): Blob | FormData {
  if (part.method === 'PUT') return body;
  const form = new FormData();
  for (const [name, value] of part.fields ?? []) form.append(name, value);
  form.append('file', body);
  return form;
}

/** Browsers set length and host themselves, from the body and the address. */
export function headersOf(part: SignedPart): [string, string][] {
  return Object.entries(part.headers).filter(
    ([name]) => !['content-length', 'host'].includes(name.toLowerCase()),
  );
}

/** What an answer of the store says. */
export function outcomeOf(status: number, text: string): PutOutcome {
  if (status >= 200 && status < 300) return { kind: 'stored' };
  const code = /<Code>([A-Za-z]+)<\/Code>/.exec(text)?.[1] ?? '';
  return { kind: 'refused', status, code };
}
