import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { NodeView } from '@coffer/contracts';
import { startCoffer } from '@coffer/testing/coffer-process';
import { sized } from '@coffer/testing/campaign';
import { expect, test } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { Person } from './person.ts';

// Acknowledged data must survive a kill byte for byte, and unfinished data must stay invisible.

const ROUNDS = Number(process.env['COFFER_KILL_ROUNDS'] ?? sized({ gate: 2, campaign: 20 }));
const WRITERS = 4;

interface Truth {
  readonly content: Map<string, string>;
  readonly present: Set<string>;
  /** Names without a response, which may exist or not. */
  readonly open: Set<string>;
}

interface Scene {
  readonly person: Person;
  readonly rootId: NodeView['id'];
  readonly truth: Truth;
}

test(`${ROUNDS} kills lose nothing that was acknowledged and show nothing half-made`, async () => {
  test.setTimeout(1_500_000);
  await using data = await createDataFolder('kill');
  await using running = new AsyncDisposableStack();
  let coffer = running.use(
    await startCoffer({ dataFolder: data.path, environment: data.environment, isFirstStart: true }),
  );
  await welcome(coffer);
  const person = new Person(coffer.url);
  const session = await person.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const rootId = session.personalSpace.rootId;
  const truth: Truth = { content: new Map(), present: new Set(), open: new Set() };
  const scene: Scene = { person, rootId, truth };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const stop = { isSet: false };
    const writers = Array.from({ length: WRITERS }, (_, index) => write(scene, `${round}-${index}`, stop));
    // Half of the kills come after some progress even on slow machines.
    if (round % 2 === 0)
      await Promise.race([untilPresent(scene, round + WRITERS, stop), Promise.all(writers)]);
    await pause(randomInt(150, 1_200));
    stop.isSet = true;
    await coffer.kill();
    await Promise.all(writers);
    coffer = running.use(
      await startCoffer({
        dataFolder: data.path,
        environment: data.environment,
        ports: coffer.ports,
      }),
    );
    await verify(scene);
  }
  expect(truth.present.size, 'the writers did get work done').toBeGreaterThan(ROUNDS);
  console.log(`kills: ${ROUNDS}, acknowledged and found again: ${truth.present.size}`);
});

async function write(scene: Scene, prefix: string, stop: { readonly isSet: boolean }): Promise<void> {
  const { truth } = scene;
  for (let count = 0; !stop.isSet; count += 1) {
    const name = `${prefix}-${count}`;
    truth.open.add(name);
    try {
      const node = await (count % 3 === 2 ? makeFolder(scene, name) : putFile(scene, name, count));
      truth.open.delete(name);
      truth.present.add(name);
      if (count % 4 === 3) await rename(scene, node);
      if (count % 5 === 4) await trash(scene, node);
    } catch (error) {
      // Other errors are findings.
      if (!isCutOff(error)) throw error;
      return;
    }
  }
}

async function makeFolder({ person, rootId, truth }: Scene, name: string): Promise<NodeView> {
  truth.content.set(name, 'folder');
  return await person.call('createFolder', { body: { parentId: rootId, name } });
}

async function putFile({ person, rootId, truth }: Scene, name: string, count: number): Promise<NodeView> {
  const content = randomBytes(count % 7 === 1 ? 9 * 1024 * 1024 : randomInt(0, 200_000));
  truth.content.set(name, sha256(content));
  return await person.upload(rootId, name, content);
}

async function rename({ person, truth }: Scene, node: NodeView): Promise<void> {
  const renamed = `${node.name}-renamed`;
  truth.content.set(renamed, truth.content.get(node.name) ?? '');
  truth.present.delete(node.name);
  truth.open.add(node.name).add(renamed);
  const answer = await person.call('renameNode', {
    params: { nodeId: node.id },
    revision: node.revision,
    body: { name: renamed },
  });
  expect(answer.name).toBe(renamed);
  truth.open.delete(node.name);
  truth.open.delete(renamed);
  truth.present.add(renamed);
}

async function trash({ person, truth }: Scene, node: NodeView): Promise<void> {
  const names = [node.name, `${node.name}-renamed`].filter((name) => truth.present.has(name));
  for (const name of names) {
    truth.present.delete(name);
    truth.open.add(name);
  }
  await person.call('trashNodes', { body: { ids: [node.id] } });
  for (const name of names) truth.open.delete(name);
}

async function verify({ person, rootId, truth }: Scene): Promise<void> {
  const visible = new Map<string, NodeView>();
  let total = 1;
  for (let at = 0; at < total; at += 200) {
    const page = await person.call('listChildren', {
      params: { nodeId: rootId },
      query: { at: String(at), limit: '200' },
    });
    total = page.total;
    for (const node of page.items) visible.set(node.name, node);
  }
  const lost = Array.from(truth.present).filter((name) => !visible.has(name));
  expect(lost, 'acknowledged and gone').toEqual([]);
  const unknown = Array.from(visible.keys()).filter(
    (name) => !truth.present.has(name) && !truth.open.has(name),
  );
  expect(unknown, 'visible although it was trashed, renamed or never made').toEqual([]);
  for (const [name, node] of visible) {
    if (node.kind === 'folder') expect(truth.content.get(name)).toBe('folder');
    else expect(sha256(await person.download(node.id)), `content of ${name}`).toBe(truth.content.get(name));
  }
  // The server completes interrupted uploads after the restart.
  for (const name of truth.open) {
    if (!visible.has(name)) continue;
    truth.open.delete(name);
    truth.present.add(name);
  }
}

function isCutOff(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    (error instanceof Error && /fetch failed|other side closed|ECONNRE|terminated|503/.test(error.message))
  );
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function untilPresent(
  { truth }: Scene,
  count: number,
  stop: { readonly isSet: boolean },
): Promise<void> {
  while (!stop.isSet && truth.present.size <= count) await pause(20);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
