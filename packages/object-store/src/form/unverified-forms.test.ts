import { KIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { UnverifiedForms } from './unverified-forms.ts';

function room(limits: { readonly forms: number; readonly bytes: number }) {
  const forms = new UnverifiedForms({
    unverifiedFormsMax: limits.forms,
    unverifiedFormBytesMax: limits.bytes,
  });
  const ended: string[] = [];
  const enter = (name: string, address: string) =>
    forms.enter({
      client: { address, markVerified: () => undefined },
      interrupt: () => void ended.push(name),
    });
  return { enter, ended };
}

test('above the form limit, the oldest form of the address with the most is dropped', () => {
  const { enter, ended } = room({ forms: 3, bytes: KIB });
  enter('alone', 'a');
  enter('first', 'b');
  enter('second', 'b');
  enter('third', 'b');
  expect(ended).toEqual(['first']);
});

test('above the byte limit, the largest form is dropped, and small ones of the same address are not', () => {
  const { enter, ended } = room({ forms: 300, bytes: 16 * KIB });
  for (let i = 0; i < 100; i += 1) enter(`small ${i}`, 'proxy').receive(100);
  const large = enter('large', 'proxy');
  large.receive(4 * KIB);
  const larger = enter('larger', 'proxy');
  larger.receive(6 * KIB);
  expect(ended).toEqual(['large']);
  expect(() => large.receive(1)).toThrow('SlowDown');
  enter('elsewhere', 'b').receive(3 * KIB);
  expect(ended).toEqual(['large', 'larger']);
});

test('small forms are not dropped if one of them exceeds the limit, even if they are older than the large ones', () => {
  const { enter, ended } = room({ forms: 300, bytes: 16 * KIB });
  const small = Array.from({ length: 20 }, (_, i) => enter(`small ${i}`, 'proxy'));
  for (const form of small) form.receive(100);
  for (let i = 0; i < 3; i += 1) enter(`large ${i}`, 'proxy').receive(4700);
  small.at(-1)?.receive(300);
  expect(ended).toEqual(['large 0']);
});

test('a large form that arrives slowly is dropped itself, and no small one', () => {
  const { enter, ended } = room({ forms: 300, bytes: 16 * KIB });
  for (let i = 0; i < 20; i += 1) enter(`small ${i}`, 'proxy').receive(100);
  const trickle = enter('trickle', 'proxy');
  trickle.receive(8 * KIB);
  enter('honest', 'proxy').receive(6 * KIB);
  expect(() => trickle.receive(100)).toThrow('SlowDown');
  expect(ended).toEqual(['trickle']);
});
