import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';
import { servedAs } from './served-media-type.ts';

test.each([
  ['image/png', 'image/png', 'inline'],
  ['application/pdf', 'application/pdf', 'inline'],
  ['video/mp4', 'video/mp4', 'inline'],
  ['text/html', 'text/plain; charset=utf-8', 'inline'],
  ['text/javascript', 'text/plain; charset=utf-8', 'inline'],
  ['application/xml', 'text/plain; charset=utf-8', 'inline'],
  ['image/svg+xml', 'image/svg+xml', 'attachment'],
  ['application/xhtml+xml', 'application/octet-stream', 'attachment'],
  ['application/x-shockwave-flash', 'application/octet-stream', 'attachment'],
  ['image/png; charset=x', 'application/octet-stream', 'attachment'],
  ['video/mp4\r\nx: y', 'application/octet-stream', 'attachment'],
  ['', 'application/octet-stream', 'attachment'],
])('%j requested inline is served as %s, %s', (mediaType, served, disposition) => {
  expect(servedAs(mediaType, 'inline')).toEqual({ mediaType: served, disposition });
  expect(servedAs(mediaType, 'attachment').disposition).toBe('attachment');
});

test('a file name can neither break the header nor lie about itself', () => {
  expect(contentDisposition('attachment', 'a"b\\c\r\nSet-Cookie: x.txt')).toBe(
    `attachment; filename="a_b_c__Set-Cookie_ x.txt"; filename*=UTF-8''a%22b%5Cc%0D%0ASet-Cookie%3A%20x.txt`,
  );
  expect(contentDisposition('inline', "it's (1)*.txt")).toBe(
    `inline; filename="it_s (1)_.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`,
  );
  expect(contentDisposition('inline', '日本.txt')).toBe(
    `inline; filename="__.txt"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.txt`,
  );
});
