import { createDataFolder } from '@coffer/e2e/data-folder';
import { ADMINISTRATOR, welcome } from '@coffer/e2e/first-start';
import { Person } from '@coffer/e2e/person';
import { startTestServer } from '@coffer/testing';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { benchEntries } from './lists/entries.ts';
import { openFilling } from './lists/fill-space.ts';
import { benchRights } from './lists/rights.ts';
import { report } from './report.ts';

const GUEST = { name: 'Ruth', email: 'ruth@example.org', password: 'Two-Turtle-Doves-2' } as const;
const entries = Number(process.env['COFFER_BENCH_ENTRIES'] ?? 1_000_000);

await using server = await startTestServer();
const database = new URL(server.connectionString);
database.pathname = '/coffer';
await using data = await createDataFolder('lists');
const environment = { ...data.environment, DATABASE_URL: database.href };
await using coffer = await startCoffer({ dataFolder: data.path, environment });
await welcome(coffer);
const ada = new Person(coffer.url);
const { rootId } = (await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).personalSpace;
const guest = await invited(coffer, ada);
const filled = await openFilling(database.href);
try {
  const rights = await benchRights(ada, guest.person, { ...guest, filled, rootId });
  report('npm run bench:lists', [
    ...rights,
    ...(await benchEntries(ada, filled, { url: coffer.url, rootId, entries })),
  ]);
} finally {
  await filled.close();
}

async function invited({ url }: CofferProcess, by: Person) {
  const { name, email, password } = GUEST;
  const { items } = await by.call('invitePeople', { body: { people: [{ email }] } });
  const code = items[0]?.ok ? items[0].link.url.split('#')[1] : undefined;
  if (code === undefined) throw new Error('the invitation was refused');
  const person = new Person(url);
  await person.call('acceptInvitation', { body: { code, name, password } });
  const session = await person.signIn(email, password);
  return { person, guestId: session.person.id, guestRootId: session.personalSpace.rootId };
}
