import { CreateLinkRequest, NodeId, SERVER_LIMITS, SpaceId, UserId, VersionId } from '@coffer/contracts';
import { DAY_MS, SECOND_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { createLink } from '../../src/features/links/manage/create-link.ts';
import { drawRenditions } from '../../src/features/renditions/draw-renditions.ts';
import { getThumbnails } from '../../src/features/renditions/get-thumbnails.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { configOf } from '../../src/features/spaces/team.world.ts';
import { getViewedThumbnails } from '../../src/features/viewings/get-viewed-thumbnails.ts';
import { listViewedChildren } from '../../src/features/viewings/read-viewed.ts';
import { startViewing, stopViewing } from '../../src/features/viewings/start-viewing.ts';
import { uploaded, type UploadServices } from '../../src/live-upload.contract.ts';
import { errorOf, type Owner, startLiveWorld, valueOf, type World } from '../../src/live.world.ts';
import type { Actor } from '../../src/operation.ts';
import { noise } from '../../src/platform/pictures/pictures.world.ts';
import { createThumbnailer } from '../../src/platform/pictures/thumbnailer.ts';
import type { Thumbnailer } from '../../src/platform/pictures/thumbnails.ts';
import { insertSession } from './sessions.ts';

type Uploaded = Awaited<ReturnType<typeof uploaded>>;

const REFUSED = { state: 'refused', code: 'node_not_found' };

let world: World;
let services: UploadServices & { readonly thumbnailer: Thumbnailer };
let owner: Owner;
let ada: Actor;
let photo: Buffer;

beforeAll(async () => {
  const live = await startLiveWorld();
  ({ world } = live);
  services = { ...live.services, thumbnailer: createThumbnailer() };
  photo = await noise(64, 48);
  return async () => await live[Symbol.asyncDispose]();
});
afterAll(async () => {
  await services.thumbnailer.stop();
});
beforeEach(async () => {
  owner = await world.addOwner();
  ada = { person: owner.person, sessionId: await insertSession(services, owner.person) };
});

const asked = ({ id, versionId }: Uploaded) => ({ nodeId: id, versionId: VersionId.parse(versionId) });

/** A folder with a photo of two versions, and another photo beside it. All are drawn. */
async function scene() {
  const parentId = NodeId.parse(owner.rootId);
  const input = { parentId, name: 'Plans', ifExists: 'fail' } as const;
  const { id: plans } = valueOf(await createFolder(services, owner.person, input));
  const first = await uploaded(services, owner, { name: 'gate.png', bytes: photo, parentId: plans });
  const old = asked(first);
  const inside = await uploaded(services, owner, {
    name: 'gate.png',
    bytes: await noise(48, 64),
    parentId: plans,
    basedOn: old.versionId,
  });
  const beside = await uploaded(services, owner, { name: 'private.png', bytes: photo });
  const files = [asked(inside), asked(beside), old];
  await getThumbnails(services, owner.person, { files });
  await drawRenditions(services, new AbortController().signal);
  const own = await getThumbnails(services, owner.person, { files });
  expect(own.items.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
  return { plans, files };
}

const begin = async (wanted: Parameters<typeof startViewing>[2]['wanted']) =>
  valueOf(await startViewing(services, ada, { spaceId: SpaceId.parse(owner.spaceId), wanted }));

async function firstRow(viewingId: string, nodeId: NodeId) {
  const query = { sort: 'name', order: 'asc', at: 0, limit: 10 } as const;
  return valueOf(await listViewedChildren(services, ada, { viewingId, nodeId, query })).items[0];
}

test('the manager gets the thumbnails that the other person would, until the look ends', async () => {
  const { plans, files } = await scene();
  const { person: ben } = await world.addOwner();
  const personIds = [UserId.parse(ben.id)];
  valueOf(
    await createGrants(services, owner.person, {
      nodeId: plans,
      personIds,
      groupIds: [],
      role: 'viewer',
      expiresAt: null,
      message: '',
    }),
  );
  const { id: viewingId } = await begin({ as: 'person', personId: UserId.parse(ben.id) });
  world.clock.advance(5_000);
  const seen = async (by = ada) => await getViewedThumbnails(services, by, { viewingId, files });
  const { items } = valueOf(await seen());
  const row = await firstRow(viewingId, plans);
  expect(row?.picture).toEqual({ width: 48, height: 64, thumbHash: expect.stringMatching(/^.{8,36}$/) });
  expect(items).toMatchObject([{ state: 'ready' }, REFUSED, REFUSED]);
  const [ready] = items;
  const expires = ready?.state === 'ready' ? new URL(ready.small).searchParams.get('X-Amz-Expires') : null;
  expect(expires).toBe(String((SERVER_LIMITS.viewingLifeMs - 5_000) / SECOND_MS));

  const other: Actor = { person: ben, sessionId: await insertSession(services, ben) };
  expect(errorOf(await seen(other))).toEqual({ code: 'viewing_not_found' });
  await stopViewing(services, ada, viewingId);
  expect(errorOf(await seen())).toEqual({ code: 'viewing_not_found' });
});

test('a public link shows its thumbnails, and none when it has a limit', async () => {
  const { plans, files } = await scene();
  const expiresAt = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
  const statesOf = async (limit: { readonly downloadsMax?: number }) => {
    const wanted = CreateLinkRequest.parse({ expiresAt, label: 'Draft', ...limit });
    const needs = { ...services, config: configOf() };
    const { link } = valueOf(await createLink(needs, owner.person, { nodeId: plans, wanted }));
    const { id: viewingId } = await begin({ as: 'link', linkId: link.id });
    const { items } = valueOf(await getViewedThumbnails(services, ada, { viewingId, files }));
    const row = await firstRow(viewingId, plans);
    return [...items.map(({ state }) => state), row?.picture?.width];
  };
  expect(await statesOf({})).toEqual(['ready', 'refused', 'refused', 48]);
  expect(await statesOf({ downloadsMax: 3 })).toEqual(['none', 'none', 'none', undefined]);
});
