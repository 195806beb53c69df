import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KeyLock } from './key-lock.ts';

function recorder() {
  const lock = new KeyLock();
  const events: string[] = [];
  const gates = new Map<string, () => void>();
  const task = (name: string) => async (): Promise<string> => {
    events.push(`+${name}`);
    const { promise, resolve } = Promise.withResolvers<void>();
    gates.set(name, resolve);
    await promise;
    events.push(`-${name}`);
    return name;
  };
  const end = async (name: string): Promise<void> => {
    gates.get(name)?.();
    await setImmediate();
  };
  return { lock, events, task, end };
}

test('exclusive tasks of a name wait for each other; other names do not', async () => {
  const { lock, events, task, end } = recorder();
  const all = [lock.run('n', task('a')), lock.run('n', task('b')), lock.run('m', task('c'))];
  await setImmediate();
  expect(events).toEqual(['+a', '+c']);
  await end('a');
  expect(events).toEqual(['+a', '+c', '-a', '+b']);
  await end('b');
  await end('c');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});

test('shared tasks of a name run in parallel, and exclusive ones wait for all of them', async () => {
  const { lock, events, task, end } = recorder();
  const all = [
    lock.share('n', task('a')),
    lock.share('n', task('b')),
    lock.run('n', task('alone')),
    lock.share('n', task('late')),
  ];
  await setImmediate();
  expect(events).toEqual(['+a', '+b']);
  await end('b');
  expect(events).toEqual(['+a', '+b', '-b']);
  await end('a');
  expect(events.at(-1)).toBe('+alone');
  await end('alone');
  expect(events.at(-1)).toBe('+late');
  await end('late');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'alone', 'late']);
});

async function failing(): Promise<never> {
  throw new Error('no');
}

test('the next task runs after one that fails', async () => {
  const lock = new KeyLock();
  await expect(lock.run('n', failing)).rejects.toThrow('no');
  await expect(lock.share('n', failing)).rejects.toThrow('no');
  expect(await lock.run('n', async () => 'yes')).toBe('yes');
});
