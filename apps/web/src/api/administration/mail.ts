import type { MailLanguage, TestMailResult } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';

/** A mail server may respond slowly. */
const TEST_LIMIT_MS = 90_000;

export function mailQuery() {
  return queryOptions({
    queryKey: ['administration', 'mail'],
    queryFn: ({ signal }) => callOrThrow('getMail', { signal }),
  });
}

export function sendTestMail(language: MailLanguage): Promise<TestMailResult> {
  return callOrThrow('sendTestMail', { body: { language }, timeLimitMs: TEST_LIMIT_MS });
}
