import type { CofferProcess } from '@coffer/testing/coffer-process';
import { Person } from './person.ts';

export const ADMINISTRATOR = {
  name: 'Ada Byron',
  email: 'ada@example.org',
  password: 'Correct-Horse-9-Staple',
} as const;

export async function welcome(coffer: CofferProcess): Promise<void> {
  const code = coffer.welcomeLink?.split('#')[1];
  if (code === undefined) throw new Error(`no welcome link was printed:\n${coffer.output()}`);
  await new Person(coffer.url).call('welcome', { body: { code, ...ADMINISTRATOR } });
}
