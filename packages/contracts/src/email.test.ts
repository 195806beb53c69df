import { expect, test } from 'vitest';
import { isEmail } from './email.ts';
import { Email } from './session.ts';

test.each(['ada@example.org', 'a@b', "o'neil+files@example.org", 'ünï@exämple.org', '用户@例子.中国'])(
  '%s may be an e-mail address',
  (text) => {
    expect([isEmail(text), Email.safeParse(text).success]).toEqual([true, true]);
  },
);

test.each([
  ['ada', 'no @'],
  ['ada@', 'nothing behind the @'],
  ['ada@@example.org', 'two @'],
  ['ada @example.org', 'a space'],
  ['ada\u0000@example.org', 'NUL'],
  ['ada@exam\u001bple.org', 'escape'],
  ['ada@example.org\u007f', 'delete'],
  ['ada\u0085@example.org', 'a C1 control'],
  ['ada\u009f@example.org', 'a C1 control'],
  ['ada\u200b@example.org', 'a zero-width space'],
  ['ada\u202e@example.org', 'a turn of the writing direction'],
  ['ada\ud800@example.org', 'half of a surrogate pair'],
  [`${'a'.repeat(250)}@b.de`, 'more than 254 characters'],
])('%j is refused as an e-mail address: %s', (text) => {
  expect([isEmail(text), Email.safeParse(text).success]).toEqual([false, false]);
});
