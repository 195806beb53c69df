// Interrupts browser uploads at random moments: crashes the tab, cuts the network, kills the application or the store.
// Each must resume: at most one acknowledged part is sent again, only whole files are visible, nothing is lost and no
// space stays reserved. COFFER_KILLS sets the number, COFFER_KILL_SEED repeats a run. A part counts as sent again if any
// of its bytes are sent after the store acknowledged its content. Parts in flight at the interruption are reported
// separately.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeView } from '@coffer/contracts';
import { sized } from '@coffer/testing/campaign';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { makeSources, type Sources } from './kill-uploads/files.ts';
import { type Kind, type KillPoint, KINDS, planKills } from './kill-uploads/plan.ts';
import { countParts, describe, type Outcome } from './kill-uploads/tally.ts';
import { type Watch, watchFolder } from './kill-uploads/watch.ts';
import { World } from './kill-uploads/world.ts';

const KILLS = Number(process.env['COFFER_KILLS'] ?? sized({ gate: 2, campaign: 200 }));
const SEED = Number(process.env['COFFER_KILL_SEED'] ?? randomInt(1_000_000));
const BYTES_PER_SECOND = 24 * 1024 * 1024;
const KILLS_PER_WORLD = 100;
const RESUME_MS = 120_000;
const LOOK_EVERY_MS = 50;
const UNKNOWN_MS = 15_000;
const HASTY = { timeout: 2_000 } as const;
const POINT = { timeout: 240_000 } as const;
const FAULTS_MAX = 5;
const DOWNLOADS_MAX = 20;

test.skip(process.platform !== 'linux', 'the process of the store is found by /proc, which only Linux has');

test(`${KILLS} kills in the middle of an upload lose nothing, show nothing half, and repeat at most one part`, async () => {
  test.setTimeout(KILLS * 60_000 + 300_000);
  const points = [...planKills(KILLS, SEED, kinds())];
  const outcomes: Outcome[] = [];
  const faults: string[] = [];
  console.log(`kills: ${KILLS}, seed ${SEED}`);
  try {
    while (points.length > 0 && faults.length < FAULTS_MAX) {
      await using world = await World.open(BYTES_PER_SECOND);
      if (outcomes.length === 0) console.log(`the network is ${world.network.name}`);
      await proveThatRepetitionsAreSeen(world);
      for (const point of points.slice(0, KILLS_PER_WORLD)) {
        points.shift();
        const name = `${point.number}: ${point.kind}, ${point.way}, ${JSON.stringify(point.moment)}`;
        try {
          outcomes.push(await test.step(name, async () => await strike(world, point), POINT));
          console.log(name);
        } catch (error) {
          // The distribution over all kills is the result.
          faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
          console.log(faults.at(-1));
          // Leftovers would be blamed on the next kill.
          break;
        }
      }
    }
  } finally {
    for (const line of describe(outcomes)) console.log(line);
  }
  expect(faults).toEqual([]);
  expect(outcomes).toHaveLength(KILLS);
});

function kinds(): readonly Kind[] {
  const named = process.env['COFFER_KILL_KINDS']?.split(',') ?? KINDS;
  return KINDS.filter((kind) => named.includes(kind));
}

async function strike(world: World, point: KillPoint): Promise<Outcome> {
  const { line, person } = world;
  const disk = join(world.folder, `point ${point.number}`);
  const sources = makeSources(disk, point.sizeBytes);
  const usedBefore = (await spaceOf(world)).usedBytes;
  const folderId = await world.makeFolder(`point ${point.number}`);
  let page = await world.show(folderId);
  line.attempts.reset();
  const watch = watchFolder(person, folderId, sources);
  await page
    .getByLabel('Upload files')
    .first()
    .setInputFiles([...sources.paths]);
  await untilMoment(world, point, sources);
  const shareSent = line.attempts.bytes() / sources.sizeBytes;

  await interrupt(world, point);
  if (point.kind === 'tab') page = await world.show(folderId);
  const backAt = performance.now();
  const nudges = await untilHere(page, watch, sources);
  const resumedMs = performance.now() - backAt;
  const nodes = await watch.end();

  for (const [name, { sha256 }] of sources.byName) {
    const node = nodes.get(name);
    if (node === undefined) throw new Error(`${name} is lost`);
    expect(await contentOf(world, node.id), `content of ${name}`).toBe(sha256);
  }
  const space = await spaceOf(world);
  expect(space.reservedBytes, 'no room stays reserved').toBe(0);
  expect(space.usedBytes - usedBefore, 'the room that is taken').toBe(sources.sizeBytes);
  rmSync(disk, { recursive: true });
  const counted = countParts(line.attempts.parts());
  const extraBytes = line.attempts.bytes() - sources.sizeBytes;
  expect(counted.sentAgain, 'parts that the store held and that were sent again').toBeLessThanOrEqual(1);
  return { point, shareSent, ...counted, extraBytes, nudges, resumedMs };
}

async function contentOf({ person }: World, nodeId: NodeView['id']): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return createHash('sha256')
        .update(await person.download(nodeId))
        .digest('hex');
    } catch (error) {
      if (!(error instanceof TypeError) || tries === DOWNLOADS_MAX) throw error;
      await sleep(500);
    }
  }
}

async function untilMoment(world: World, { moment }: KillPoint, sources: Sources): Promise<void> {
  const { attempts } = world.line;
  if (moment.when !== 'early') {
    const share = moment.when === 'between' ? moment.share : 1;
    while (attempts.bytes() < share * sources.sizeBytes) await sleep(2);
  }
  if (moment.when !== 'between') await sleep(moment.delayMs);
}

async function interrupt(world: World, { kind, way, outageMs }: KillPoint): Promise<void> {
  if (kind === 'tab') await world.killTab(way);
  else if (kind === 'server') await world.killServer();
  else if (kind === 'store') world.killStore();
  else {
    world.network.down(way, world.line);
    await sleep(outageMs);
    world.network.up(world.line);
  }
}

/** Returns the number of prompts. */
async function untilHere(page: Page, watch: Watch, sources: Sources): Promise<number> {
  const deadline = performance.now() + RESUME_MS;
  const tray = page.getByRole('region', { name: 'Transfers' });
  const retry = tray.getByRole('button', { name: 'Retry all' });
  const choose = tray.getByRole('button', { name: /^Choose files? again$/ }).first();
  let nudges = 0;
  let idleMs = 0;
  while (!watch.isComplete()) {
    if (performance.now() > deadline) {
      throw new Error(`not everything arrived: ${(await tray.allInnerTexts()).join('\n')}`);
    }
    const isKnown = await tray.isVisible();
    idleMs = isKnown ? 0 : idleMs + LOOK_EVERY_MS;
    if (await retry.isVisible()) {
      const [click] = await Promise.allSettled([retry.click(HASTY)]);
      if (click.status === 'fulfilled') nudges += 1;
    } else if (await choose.isVisible()) {
      if (await chooseAgain(page, choose, sources)) nudges += 1;
    } else if (idleMs > UNKNOWN_MS) {
      // The page stored nothing, so the upload starts over.
      nudges += 1;
      idleMs = 0;
      await page
        .getByLabel('Upload files')
        .first()
        .setInputFiles([...sources.paths]);
    }
    await sleep(LOOK_EVERY_MS);
  }
  return nudges;
}

/** False if the prompt disappeared because the store already had everything. */
async function chooseAgain(page: Page, button: Locator, sources: Sources): Promise<boolean> {
  const [chooser, click] = await Promise.allSettled([
    page.waitForEvent('filechooser', HASTY),
    button.click(HASTY),
  ]);
  if (chooser.status === 'rejected' || click.status === 'rejected') return false;
  await chooser.value.setFiles([...sources.paths]);
  return true;
}

/** Uploads each content twice, one as a form and one in two parts. All three repeated parts must be detected. */
async function proveThatRepetitionsAreSeen(world: World): Promise<void> {
  const { line, person } = world;
  const folderId = await world.makeFolder('repetitions');
  line.attempts.reset();
  for (const content of [randomBytes(1_000), randomBytes(9 * 1024 * 1024)]) {
    for (const name of ['one', 'other']) await person.upload(folderId, `${name} ${content.length}`, content);
  }
  expect(countParts(line.attempts.parts())).toEqual({ sentAgain: 3, interrupted: 0 });
}

async function spaceOf({ person, spaceId }: World) {
  return await person.call('getSpace', { params: { spaceId } });
}
