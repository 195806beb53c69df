// A team with files in a real store, and guests who use links by their tokens.
import { randomBytes } from 'node:crypto';
import { CreateLinkRequest, type CreatedLink, NodeId, type NodeView } from '@coffer/contracts';
import { DAY_MS, defined } from '@coffer/kit';
import { uploaded } from '../../live-upload.contract.ts';
import { type Owner, startStoreWorld, startWorld, valueOf } from '../../live.world.ts';
import { createCipher } from '../../platform/secrets/cipher.ts';
import { createFolder } from '../files/create-folder.ts';
import { configOf } from '../spaces/team.world.ts';
import type { Guest } from './guest/open-link.ts';
import { createLink } from './manage/create-link.ts';

export type LinksWorld = Awaited<ReturnType<typeof startLinksWorld>>;

export async function startLinksWorld() {
  const world = await startWorld();
  const store = await startStoreWorld(world.services.log);
  const cipher = createCipher(randomBytes(32));
  const services = { ...world.services, blobs: store.blobs, cipher, config: configOf() };
  const makeFolder = async (owner: Owner, name: string, parentId = owner.rootId) =>
    valueOf(
      await createFolder(services, owner.person, {
        parentId: NodeId.parse(parentId),
        name,
        ifExists: 'fail',
      }),
    );
  const upload = async (owner: Owner, name: string, { parentId = owner.rootId, text = name } = {}) =>
    await uploaded(services, owner, { name, bytes: Buffer.from(text), parentId });
  const share = async (
    person: Owner['person'],
    node: Pick<NodeView, 'id'>,
    wanted: Partial<CreateLinkRequest> = {},
  ): Promise<CreatedLink & { readonly token: string; readonly guest: Guest }> => {
    const expiresAt = new Date(world.clock.now().getTime() + 7 * DAY_MS).toISOString();
    const request = CreateLinkRequest.parse({ expiresAt, ...wanted });
    const created = valueOf(await createLink(services, person, { nodeId: node.id, wanted: request }));
    const token = defined(created.url.split('/l/')[1], 'the URL of the link has no token');
    return { ...created, token, guest: guestWith(token) };
  };
  /** Records a thumbnail, as if it had been drawn. */
  const setDrawn = async (
    { versionId }: Pick<NodeView, 'versionId'>,
    facts: { readonly width: number; readonly height: number; readonly thumbHash: string | null },
  ): Promise<void> => {
    const { thumbHash, ...size } = facts;
    const { blob_id } = await services.db
      .selectFrom('version')
      .select('blob_id')
      .where('id', '=', defined(versionId, 'a file has a version'))
      .executeTakeFirstOrThrow();
    const drawn = {
      state: 'ready',
      due_at: new Date(0),
      color: '#808080',
      thumb_hash: thumbHash,
      ...size,
    } as const;
    await services.db
      .insertInto('rendition')
      .values({ blob_id, ...drawn })
      .onConflict((clash) => clash.column('blob_id').doUpdateSet(drawn))
      .execute();
  };
  return {
    world,
    setDrawn,
    store,
    services,
    makeFolder,
    upload,
    share,
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

export function guestWith(token: string, address = '203.0.113.5'): Guest {
  return { token, passes: undefined, address };
}
