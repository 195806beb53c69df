import { expect, test } from 'vitest';
import { domainOf } from './domain-of.ts';

test.each([
  ['example.org', 'example.org'],
  [' @Example.ORG ', 'example.org'],
  ['ada@mail.example.org', 'mail.example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('%s is a domain', (typed, domain) => {
  expect(domainOf(typed)).toBe(domain);
});

test.each([
  '',
  'example',
  '*.example.org',
  'example.org/path',
  'example.org:8080',
  'exa mple.org',
  '192.0.2.7',
  '-a.example',
  'a..example',
  `${'a'.repeat(64)}.example`,
  'example.org%00',
])('%j is not a domain', (typed) => {
  expect(domainOf(typed)).toBeUndefined();
});
