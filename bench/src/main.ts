import { createDataFolder } from '@coffer/e2e/data-folder';
import { ADMINISTRATOR, welcome } from '@coffer/e2e/first-start';
import { Person } from '@coffer/e2e/person';
import { startCoffer } from '@coffer/testing/coffer-process';
import { benchListing } from './listing.ts';
import { benchPageMemory } from './page-memory.ts';
import { benchPoolTiming } from './pool-timing.ts';
import { benchPoolRate } from './pool-rate.ts';
import { benchPressToFiles } from './press-to-files.ts';
import { print } from './report.ts';
import { benchSignIn } from './sign-in.ts';
import { benchSmallUploads } from './small-uploads.ts';
import { benchStore } from './store.ts';
import { benchTransfer } from './transfer.ts';

// Every figure is a ratio of two times of this very run: the machine may be slow or busy, the ratio stays.
// Before the rest is up, so that nothing but the store is at work.
const storeFigures = await benchStore();
const timingFigures = await benchPoolTiming();
const rateFigures = await benchPoolRate();
const pressFigures = await benchPressToFiles();
// Fills nearly all of a space, so it has one of its own.
await benchPageMemory();
await using data = await createDataFolder('bench');
const coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
try {
  await welcome(coffer);
  const person = new Person(coffer.url);
  const session = await person.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const figures = [
    ...storeFigures,
    ...timingFigures,
    ...rateFigures,
    ...pressFigures,
    ...(await benchSignIn(coffer.url)),
    ...(await benchTransfer(coffer.url)),
    ...(await benchSmallUploads(person, { rootId: session.personalSpace.rootId, pid: coffer.pid })),
    ...(await benchListing(person, session.personalSpace.rootId)),
  ];
  print(figures);
} finally {
  await coffer.stop();
}
