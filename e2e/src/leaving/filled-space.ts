import { randomBytes } from 'node:crypto';
import { type NodeId, VersionId } from '@coffer/contracts';
import type { Person } from '../person.ts';

const MIB = 1024 * 1024;
/** Not of today, and with seconds that a zip file can't hold by itself. */
const MODIFIED = new Date('2019-03-04T05:06:07.000Z');

export interface Owner {
  readonly person: Person;
  readonly rootId: NodeId;
}

/** Names of several scripts and systems, versions, empty things, a large file, trash, and what people added. */
export async function fill({ person, rootId }: Owner): Promise<void> {
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
  const gone = await folder('gone');
  await file('lost.txt', 'lost', gone);
  await person.call('trashNodes', { body: { ids: [gone] } });
}
