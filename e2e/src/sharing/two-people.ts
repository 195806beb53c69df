import { type NodeId, UserId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import type { Browser, Page } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { Person } from '../person.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';

export const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };

/** The administrator owns files, and Ruth has an account. */
export interface TwoPeople extends AsyncDisposable {
  readonly coffer: CofferProcess;
  readonly owner: Person;
  /** Of the owner's files. */
  readonly rootId: NodeId;
  readonly ruth: Person;
  readonly ruthId: UserId;
  pageOfRuth(browser: Browser): Promise<Page>;
}

export async function startWithTwoPeople(name: string): Promise<TwoPeople> {
  await using starting = new AsyncDisposableStack();
  const data = starting.use(await createDataFolder(name));
  const coffer = starting.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const printed = await runPeople({ coffer, data }, ['invite', RUTH.email, '--name', RUTH.name]);
  const code = linkIn(printed).split('#')[1] ?? '';
  const ruth = new Person(coffer.url);
  await ruth.call('acceptInvitation', { body: { code, name: RUTH.name, password: RUTH.password } });
  const ruthId = UserId.parse((await ruth.signIn(RUTH.email, RUTH.password)).person.id);
  const owner = new Person(coffer.url);
  const { personalSpace } = await owner.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const running = starting.move();
  return {
    coffer,
    owner,
    rootId: personalSpace.rootId,
    ruth,
    ruthId,
    pageOfRuth: async (browser) => {
      const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
      await signInInBrowser(page, coffer, RUTH);
      return page;
    },
    [Symbol.asyncDispose]: async () => await running.disposeAsync(),
  };
}
