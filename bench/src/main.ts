import { createDataFolder } from '@coffer/e2e/data-folder';
import { ADMINISTRATOR, welcome } from '@coffer/e2e/first-start';
import { Person } from '@coffer/e2e/person';
import { startCoffer } from '@coffer/testing/coffer-process';
import { benchListing } from './listing.ts';
import { benchListRate } from './load/list-rate.ts';
import { benchGreedyMember } from './load/greedy-member.ts';
import { benchManySessions } from './load/many-sessions.ts';
import { benchPageMemory } from './browser/page-memory.ts';
import { benchPoolTiming } from './pool-timing.ts';
import { benchPoolRate } from './pool-rate.ts';
import { benchPressToFiles } from './browser/press-to-files.ts';
import { report } from './report.ts';
import { benchSmallUploads } from './small-uploads.ts';
import { benchStore } from './store.ts';

// Ratios within one run cancel out machine speed. The store is measured first, before other processes start.
const storeFigures = await benchStore();
const timingFigures = await benchPoolTiming();
const rateFigures = await benchPoolRate();
const pressFigures = await benchPressToFiles();
const loadFigures = [
  ...(await benchListRate()),
  ...(await benchGreedyMember()),
  ...(await benchManySessions()),
];
const memoryFigures = await benchPageMemory();
await using data = await createDataFolder('bench');
const coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
try {
  await welcome(coffer);
  const person = new Person(coffer.url);
  const session = await person.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  report('npm run bench', [
    ...storeFigures,
    ...timingFigures,
    ...rateFigures,
    ...pressFigures,
    ...loadFigures,
    ...memoryFigures,
    ...(await benchSmallUploads(person, { rootId: session.personalSpace.rootId, pid: coffer.pid })),
    ...(await benchListing(person, session.personalSpace.rootId)),
  ]);
} finally {
  await coffer.stop();
}
