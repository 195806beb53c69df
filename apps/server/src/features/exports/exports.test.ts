import { type ExportQuery, type ExportRecord, NodeId, SpaceId, UserId, VersionId } from '@coffer/contracts';
import { beforeAll, expect, test } from 'vitest';
import { uploaded, type UploadServices } from '../../live-upload.contract.ts';
import { errorOf, type Owner, sha256Of, startLiveWorld, valueOf, type World } from '../../live.world.ts';
import { createComment } from '../comments/create-comment.ts';
import { createFolder } from '../files/create-folder.ts';
import { addStar } from '../files/find/stars.ts';
import { listVersions } from '../files/list-versions.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { labelVersion } from '../files/versions/label-version.ts';
import { createGrants } from '../sharing/create-grants.ts';
import { listExport } from './list-export.ts';
import { signExported } from './sign-exported.ts';

let world: World;
let services: UploadServices;
let owner: Owner;
let other: Owner;
let plan: NodeId;
let gone: NodeId;
let lost: NodeId;

beforeAll(async () => {
  const live = await startLiveWorld();
  ({ world, services, owner } = live);
  other = await world.addOwner();
  const rootId = NodeId.parse(owner.rootId);
  const { person } = owner;
  const folder = async (name: string) =>
    valueOf(await createFolder(services, person, { parentId: rootId, name, ifExists: 'fail' })).id;
  await folder('empty');
  plan = NodeId.parse((await uploaded(services, owner, { name: 'plan.txt', bytes: Buffer.from('one') })).id);
  await uploaded(services, owner, { name: 'plan.txt', bytes: Buffer.from('two!'), conflict: 'replace' });
  const first = valueOf(await listVersions(services, person, { nodeId: plan })).items.at(-1);
  await labelVersion(services, person, {
    nodeId: plan,
    versionId: VersionId.parse(first?.id),
    label: 'draft',
  });
  valueOf(await createComment(services, person, { nodeId: plan, text: 'Please read.', mentions: [] }));
  valueOf(await addStar(services, person, plan));
  valueOf(
    await createGrants(services, person, {
      nodeId: plan,
      personIds: [UserId.parse(other.person.id)],
      groupIds: [],
      role: 'viewer',
      message: '',
      expiresAt: null,
    }),
  );
  gone = await folder('gone');
  const inside = { name: 'lost.txt', bytes: Buffer.from('lost'), parentId: gone };
  lost = NodeId.parse((await uploaded(services, owner, inside)).id);
  await trashNodes(services, person, [gone]);
  return async () => await live[Symbol.asyncDispose]();
});

const asked = (query: Partial<ExportQuery>): ExportQuery => ({
  limit: 1_000,
  versions: 'no',
  trash: 'no',
  ...query,
});
const page = async (query: Partial<ExportQuery>, person = owner.person) =>
  await listExport(services, person, { spaceId: SpaceId.parse(owner.spaceId), query: asked(query) });

async function all(query: Partial<ExportQuery>): Promise<readonly ExportRecord[]> {
  const found: ExportRecord[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < 100; pages += 1) {
    const { records, next } = valueOf(await page(after === undefined ? query : { ...query, after }));
    found.push(...records);
    if (next === null) return found;
    after = next;
  }
  throw new Error('the export does not end');
}

const ofType = (records: readonly ExportRecord[], type: ExportRecord['type']) =>
  records.filter((record) => record.type === type);

test('everything is exported, with the same records in pages of any length', async () => {
  const whole = await all({ versions: 'yes', trash: 'yes' });
  for (const limit of [1, 2, 3]) expect(await all({ versions: 'yes', trash: 'yes', limit })).toEqual(whole);
  expect(ofType(whole, 'node')).toHaveLength(5);
  expect(whole.find((record) => record.type === 'node' && record.id === plan)).toMatchObject({
    name: 'plan.txt',
    isStarred: true,
    modifiedAt: expect.any(String),
    createdBy: { name: owner.person.name, email: owner.person.email },
  });
  const versions = whole.filter((record) => record.type === 'version' && record.nodeId === plan);
  expect(versions).toMatchObject([
    { number: 1, label: 'draft', sha256: sha256Of(Buffer.from('one')) },
    { number: 2, label: null, sha256: sha256Of(Buffer.from('two!')) },
  ]);
  expect(ofType(whole, 'comment')).toMatchObject([{ text: 'Please read.', nodeId: plan }]);
  expect(ofType(whole, 'share')).toMatchObject([
    { nodeId: owner.rootId, role: 'owner', email: owner.person.email },
    { nodeId: plan, role: 'viewer', email: other.person.email, holder: 'person' },
  ]);
});

test('neither earlier versions nor the trash come unasked', async () => {
  const records = await all({});
  expect(
    ofType(records, 'version').filter((each) => each.type === 'version' && each.nodeId === plan),
  ).toMatchObject([{ number: 2 }]);
  expect(records.some((record) => record.type === 'node' && record.id === gone)).toBe(false);
});

test('bytes in the trash are signed for managers, and never those of another space', async () => {
  const records = await all({ trash: 'yes' });
  const version = records.find((record) => record.type === 'version' && record.nodeId === lost);
  const files = [{ nodeId: lost, versionId: VersionId.parse(version?.type === 'version' ? version.id : '') }];
  const sign = async (by: Owner, spaceId = owner.spaceId) =>
    await signExported(services, by.person, { spaceId: SpaceId.parse(spaceId), files });
  const [item] = valueOf(await sign(owner)).items;
  const response = await fetch(item?.ok === true ? item.url : '');
  expect(await response.text()).toBe('lost');
  expect(errorOf(await sign(other))).toEqual({ code: 'space_not_found' });
  expect(valueOf(await sign(other, other.spaceId)).items).toEqual([{ ok: false, code: 'node_not_found' }]);
});

test('strangers learn nothing, and a foreign cursor is refused', async () => {
  expect(errorOf(await page({}, other.person))).toEqual({ code: 'space_not_found' });
  for (const after of ['', 'nodes', 'nodes.x.y', 'secrets..', 'nodes..\u0000'])
    expect(errorOf(await page({ after }))).toMatchObject({ code: 'invalid_request' });
});
