import { createHash, randomBytes } from 'node:crypto';
import { type ExportRecord, type NodeId, type SpaceId, VersionId } from '@coffer/contracts';
import type { Person } from '../person.ts';

const MIB = 1024 * 1024;
/** Not of today, and with seconds that a zip file can't hold by itself. */
const MODIFIED = new Date('2019-03-04T05:06:07.000Z');

export interface Owner {
  readonly person: Person;
  readonly spaceId: SpaceId;
  readonly rootId: NodeId;
}

/** Names of several scripts and systems, versions, empty things, a large file, trash, and what people added. */
export async function fill({ person, spaceId, rootId }: Owner): Promise<void> {
  const folder = async (name: string, parentId = rootId) =>
    (await person.call('createFolder', { body: { parentId, name, ifExists: 'fail' } })).id;
  const file = async (name: string, content: Buffer | string, parentId = rootId) =>
    await person.uploadOf(MODIFIED, { parentId, name }, Buffer.from(content));
  const reports = await folder('تقارير 報告');
  await folder('empty', reports);
  await folder('empty too');
  await file('nothing.txt', '', reports);
  await file('👩‍🚀 Übung.txt', 'astronaut', reports);
  await file('what: is "this"? <a|b>.txt', 'odd', reports);
  await file('CON', 'reserved', reports);
  await file('film.bin', randomBytes(9 * MIB));
  // As the export names its own.
  await file('metadata.jsonl', '{}', await folder('.coffer'));
  const deep = await folder('c', await folder('b', await folder('a')));
  await file('deep.txt', 'deep', deep);
  const plan = await file('plan.txt', 'first plan', deep);
  await person.replace(plan, Buffer.from('second plan'));
  await person.replace(plan, Buffer.from('third plan'));
  const { items } = await person.call('listVersions', { params: { nodeId: plan.id } });
  const second = items.find(({ number }) => number === 2);
  await person.call('labelVersion', {
    params: { nodeId: plan.id, versionId: VersionId.parse(second?.id) },
    body: { label: 'as agreed' },
  });
  await person.call('createComment', {
    params: { nodeId: plan.id },
    body: { text: 'Please read.\nمن فضلك' },
    idempotencyKey: crypto.randomUUID(),
  });
  await person.call('addStar', { params: { nodeId: plan.id } });
  await person.call('addStar', { params: { nodeId: reports } });
  for (const [isOwn, name, color] of [
    [false, 'Urgent', 'red'],
    [false, 'عاجل', 'amber'],
    [true, 'To read', 'blue'],
  ] as const) {
    const tag = await person.call('createTag', { body: { spaceId: isOwn ? null : spaceId, name, color } });
    const ids = isOwn ? [plan.id] : [plan.id, reports];
    const body = { selection: { of: 'items' as const, ids }, isOn: true };
    await person.call('tagItems', { params: { tagId: tag.id }, body });
  }
  const gone = await folder('gone');
  await file('lost.txt', 'lost', gone);
  await person.call('trashNodes', { body: { ids: [gone] } });
}

/** What two spaces have in common when one was exported and imported into the other. */
export async function treeOf({ person, spaceId }: Owner): Promise<Readonly<Record<string, unknown>>> {
  const records: ExportRecord[] = [];
  let after: string | undefined;
  do {
    const query = { versions: 'yes', trash: 'yes', ...(after === undefined ? {} : { after }) };
    const page = await person.call('listExport', { params: { spaceId }, query });
    records.push(...page.records);
    after = page.next ?? undefined;
  } while (after !== undefined);
  const nodes = records.filter((record) => record.type === 'node');
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const isTrashed = (node: (typeof nodes)[number]): boolean => {
    const parent = node.parentId === null ? undefined : byId.get(node.parentId);
    return node.trashedAt !== null || (parent !== undefined && isTrashed(parent));
  };
  const pathOf = (node: (typeof nodes)[number]): string => {
    const parent = node.parentId === null ? undefined : byId.get(node.parentId);
    return parent === undefined ? '' : `${pathOf(parent)}/${node.name}`;
  };
  const entries = nodes
    .filter((node) => node.parentId !== null && !isTrashed(node))
    .map(async (node) => {
      const versions = records
        .filter((record) => record.type === 'version' && record.nodeId === node.id)
        .filter((record) => record.type === 'version')
        .toSorted((one, other) => one.number - other.number);
      const comments = records.filter((record) => record.type === 'comment' && record.nodeId === node.id);
      const isFile = node.kind === 'file';
      const facts = {
        kind: node.kind,
        isStarred: node.isStarred,
        tags: node.tags.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
        comments: comments.map((comment) => (comment.type === 'comment' ? comment.text : '')),
        // Folders are made again, so they have a new date.
        modifiedAt: isFile ? node.modifiedAt : undefined,
        sha256: isFile
          ? createHash('sha256')
              .update(await person.download(node.id))
              .digest('hex')
          : undefined,
        versions: versions.map(({ label, sha256, sizeBytes }) => ({
          label,
          sizeBytes,
          sha256: sizeBytes < 8 * MIB ? sha256 : undefined,
        })),
      };
      return [pathOf(node), facts] as const;
    });
  return Object.fromEntries(
    (await Promise.all(entries)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
