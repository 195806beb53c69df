import { NodeId, SpaceId, type NodeView, VersionId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { localError } from '../../../../api/calls/error.ts';
import type { Draft } from '../../../../api/saving/drafts.ts';
import { decodeText } from '../../../../lib/text/text-encoding.ts';
import type { TextSaved } from './editing-calls.ts';
import { createEditingSession, type EditingPorts } from './editing-session.ts';
import { textFileOf } from './text-file.ts';

const idOf = (number: number): string => `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`;

function nodeAt(version: number): NodeView {
  return {
    id: NodeId.parse(idOf(1)),
    spaceId: SpaceId.parse(idOf(2)),
    parentId: NodeId.parse(idOf(3)),
    kind: 'file',
    name: 'a.txt',
    sizeBytes: 1,
    mediaType: 'text/plain',
    modifiedAt: '2026-11-24T10:00:00.000Z',
    createdAt: '2026-11-24T10:00:00.000Z',
    revision: version,
    versionId: VersionId.parse(idOf(100 + version)),
    trashedAt: null,
  };
}

function fileOf(version: number, bytes: Uint8Array) {
  const shown = { ...decodeText(bytes), bytes, isCut: false, isText: true };
  const file = textFileOf(nodeAt(version), shown);
  if (file === undefined) throw new Error('no text');
  return { file, shown };
}

const DRAFT: Draft = {
  text: 'other',
  baseText: 'one',
  baseVersion: VersionId.parse(idOf(101)),
  savedAt: new Date(1),
};

/** A fake server with one file, which keeps all versions. */
function createWorld(content: string | Uint8Array, restored?: Draft) {
  const versions: Uint8Array[] = [typeof content === 'string' ? Buffer.from(content) : content];
  const drafts: Draft[] = [];
  const copies: string[] = [];
  let isLost = false;
  let isAnswerLost = false;
  let isGone = false;
  let isStorageFull = false;
  const { file } = fileOf(1, versions[0] ?? new Uint8Array());
  let text = file.text;
  const ports: EditingPorts = {
    saveVersion: async (basedOn, bytes): Promise<TextSaved> => {
      await Promise.resolve();
      if (isLost) return { outcome: 'failed', error: localError('offline') };
      if (isGone) return { outcome: 'gone' };
      const current = nodeAt(versions.length);
      if (basedOn !== current.versionId) return { outcome: 'changed' };
      versions.push(bytes);
      if (isAnswerLost) return { outcome: 'failed', error: localError('timed_out') };
      return { outcome: 'saved', node: nodeAt(versions.length) };
    },
    saveCopy: async (node, bytes) => {
      await Promise.resolve();
      if (isLost) return err(localError('offline'));
      copies.push(Buffer.from(bytes).toString());
      return ok({ ...node, name: 'a (2).txt' });
    },
    readCurrent: async () => {
      await Promise.resolve();
      const { shown } = fileOf(versions.length, versions.at(-1) ?? new Uint8Array());
      return { node: nodeAt(versions.length), shown };
    },
    writeDraft: async (draft) => {
      if (!isStorageFull) drafts.splice(0, 1, draft);
      return await Promise.resolve(!isStorageFull);
    },
    deleteDraft: async () => {
      drafts.length = 0;
      await Promise.resolve();
    },
    now: () => new Date(0),
  };
  const session = createEditingSession(file, ports, restored);
  session.attach({
    get: () => text,
    set: (next) => {
      text = next;
    },
  });
  return {
    session,
    copies,
    drafts,
    type: (next: string): void => {
      text = next;
      session.changed();
    },
    text: () => text,
    contents: () => versions.map((bytes) => Buffer.from(bytes).toString()),
    others: (words: string) => versions.push(Buffer.from(words)),
    lose: (lost: boolean) => {
      isLost = lost;
    },
    loseAnswer: (lost: boolean) => {
      isAnswerLost = lost;
    },
    delete: () => {
      isGone = true;
    },
    fillStorage: (isFull: boolean) => {
      isStorageFull = isFull;
    },
    kind: () => session.getStatus().kind,
  };
}

test('edited text is saved as the next version, with the line breaks of the file', async () => {
  const world = createWorld('a\r\nb\r\n');
  expect(world.text()).toBe('a\nb\n');
  world.type('a\nb\nc\n');
  expect(world.kind()).toBe('changed');
  expect(await world.session.save()).toBe(true);
  expect(world.kind()).toBe('saved');
  expect(world.contents()).toEqual(['a\r\nb\r\n', 'a\r\nb\r\nc\r\n']);
  expect(world.session.isDirty()).toBe(false);
});

test('mixed line breaks stay as they are', async () => {
  const world = createWorld('a\r\nb\nc');
  world.type(`${world.text()}d`);
  await world.session.save();
  expect(world.contents().at(-1)).toBe('a\r\nb\ncd');
});

test('a character that the encoding lacks is asked about, never replaced', async () => {
  const world = createWorld(Buffer.from('caf\xe9', 'latin1'));
  world.type('café قائمة');
  expect(await world.session.save()).toBe(false);
  expect(world.kind()).toBe('unencodable');
  expect(world.contents()).toHaveLength(1);
  expect(await world.session.saveAsUtf8()).toBe(true);
  expect(world.contents().at(-1)).toBe('café قائمة');
});

test('a draft keeps the text it started from, and is deleted on save', async () => {
  const world = createWorld('one');
  world.type('two');
  world.session.flush();
  expect(world.drafts).toMatchObject([{ text: 'two', baseText: 'one' }]);
  await world.session.save();
  expect(world.drafts).toEqual([]);
  world.type('three');
  world.session.flush();
  world.type('two');
  world.session.flush();
  expect(world.drafts).toEqual([]);
  expect(world.kind()).toBe('unchanged');
});

test('after signing out nothing is written any more', () => {
  const world = createWorld('one');
  world.type('two');
  world.session.forget();
  world.session.flush();
  expect(world.drafts).toEqual([]);
});

test('a failed save keeps the text, and can be repeated', async () => {
  const world = createWorld('one');
  world.type('two');
  world.lose(true);
  expect(await world.session.save()).toBe(false);
  expect(world.session.getStatus()).toMatchObject({ kind: 'failed', error: { code: 'offline' } });
  world.lose(false);
  expect(await world.session.save()).toBe(true);
  expect(world.contents()).toEqual(['one', 'two']);
});

test('a save whose answer was lost is recognized, also when more was typed', async () => {
  const world = createWorld('one');
  world.type('two');
  world.loseAnswer(true);
  expect(await world.session.save()).toBe(false);
  world.loseAnswer(false);
  expect(await world.session.save()).toBe(true);
  expect(world.contents()).toEqual(['one', 'two']);
  world.loseAnswer(true);
  world.type('three');
  await world.session.save();
  world.loseAnswer(false);
  world.type('four');
  expect(await world.session.save()).toBe(true);
  expect(world.contents()).toEqual(['one', 'two', 'three', 'four']);
});

test('text typed during a save stays unsaved', async () => {
  const world = createWorld('one');
  world.type('two');
  const saving = world.session.save();
  world.type('two and more');
  expect(await saving).toBe(false);
  expect(world.kind()).toBe('changed');
  expect(await world.session.save()).toBe(true);
  expect(world.contents()).toEqual(['one', 'two', 'two and more']);
});

test('two concurrent saves save once', async () => {
  const world = createWorld('one');
  world.type('two');
  expect(await Promise.all([world.session.save(), world.session.save()])).toEqual([true, false]);
  expect(world.contents()).toEqual(['one', 'two']);
});

test('a conflict keeps both sides, whatever is chosen', async () => {
  for (const choice of ['keep', 'takeTheirs', 'saveCopy'] as const) {
    const world = createWorld('one');
    world.type('mine');
    world.others('theirs');
    expect(await world.session.save()).toBe(false);
    expect(world.session.getStatus()).toMatchObject({
      kind: 'conflict',
      conflict: { base: 'one', mine: 'mine' },
    });
    expect(world.drafts).toMatchObject([{ text: 'mine' }]);
    expect(await (choice === 'keep' ? world.session.keep('mine') : world.session[choice]())).toBe(true);
    expect([...world.contents(), ...world.copies]).toEqual(expect.arrayContaining(['mine', 'theirs']));
    expect(world.text()).toBe(choice === 'keep' ? 'mine' : 'theirs');
    expect(world.session.isDirty()).toBe(false);
    expect(world.drafts).toEqual([]);
  }
});

test('a copy that could not be saved leaves the text and the draft', async () => {
  const world = createWorld('one');
  world.type('mine');
  world.others('theirs');
  await world.session.save();
  world.lose(true);
  expect(await world.session.saveCopy()).toBe(false);
  expect(world.text()).toBe('mine');
  expect(world.drafts).toMatchObject([{ text: 'mine' }]);
});

test('a file that is gone can be saved as a copy', async () => {
  const world = createWorld('one');
  world.type('mine');
  world.delete();
  expect(await world.session.save()).toBe(false);
  expect(world.kind()).toBe('gone');
  expect(await world.session.saveCopy()).toBe(true);
  expect(world.copies).toEqual(['mine']);
});

test('only a draft that this session has written or restored is deleted', async () => {
  const world = createWorld('one');
  world.drafts.push(DRAFT);
  world.session.flush();
  await world.session.save();
  await world.session.discard();
  expect(world.drafts).toEqual([DRAFT]);
  const restoring = createWorld('one', DRAFT);
  restoring.drafts.push(DRAFT);
  restoring.type('typed');
  restoring.session.flush();
  expect(await restoring.session.save()).toBe(true);
  expect(restoring.drafts).toEqual([]);
});

test('text that is already in the draft is not written again', () => {
  const world = createWorld('one');
  world.type('two');
  world.session.flush();
  world.drafts.splice(0, 1, DRAFT);
  world.session.flush();
  expect(world.drafts).toEqual([DRAFT]);
});

test('an unchanged text is not saved again', async () => {
  const world = createWorld('one');
  expect(await world.session.save()).toBe(true);
  world.type('two');
  await world.session.save();
  expect(await world.session.save()).toBe(true);
  world.type('three');
  world.type('two');
  expect(await world.session.save()).toBe(true);
  expect(world.kind()).toBe('unchanged');
  expect(world.contents()).toEqual(['one', 'two']);
});

test('a text taken back is saved if the answer to saving the other one was lost', async () => {
  const world = createWorld('one');
  world.type('two');
  world.loseAnswer(true);
  await world.session.save();
  world.loseAnswer(false);
  world.type('one');
  expect(await world.session.save()).toBe(true);
  expect(world.contents()).toEqual(['one', 'two', 'one']);
});

test('a draft that the browser cannot store is reported, until it can', async () => {
  const world = createWorld('one');
  const seen: boolean[] = [];
  world.session.subscribe(() => seen.push(world.session.isKept()));
  world.fillStorage(true);
  world.type('two');
  world.session.flush();
  await Promise.resolve();
  await Promise.resolve();
  expect(seen.at(-1)).toBe(false);
  world.fillStorage(false);
  world.session.flush();
  await Promise.resolve();
  await Promise.resolve();
  expect(seen.at(-1)).toBe(true);
  expect(world.drafts).toMatchObject([{ text: 'two' }]);
});

test('saving does nothing while a conflict waits for a decision', async () => {
  const world = createWorld('one');
  world.type('mine');
  world.others('theirs');
  await world.session.save();
  const before = world.session.getStatus();
  expect(await world.session.save()).toBe(false);
  expect(world.session.getStatus()).toBe(before);
});

test('taking the other text goes on after a failure, unless more was typed', async () => {
  for (const typed of [undefined, 'mine and more']) {
    const world = createWorld('one');
    world.type('mine');
    world.others('theirs');
    await world.session.save();
    world.lose(true);
    expect(await world.session.takeTheirs()).toBe(false);
    expect(world.kind()).toBe('failed');
    world.lose(false);
    if (typed !== undefined) world.type(typed);
    expect(await world.session.retry()).toBe(true);
    const end = typed === undefined ? ['mine', 'theirs'] : ['mine and more'];
    expect(world.contents()).toEqual(['one', 'theirs', ...end]);
    expect(world.text()).toBe(end.at(-1));
  }
});

test('trying again repeats a copy that failed, and its conflict is resolved', async () => {
  for (const isConflict of [true, false]) {
    const world = createWorld('one');
    world.type('mine');
    if (isConflict) world.others('theirs');
    else world.delete();
    await world.session.save();
    world.lose(true);
    expect(await world.session.saveCopy()).toBe(false);
    expect(world.kind()).toBe('failed');
    world.lose(false);
    expect(await world.session.retry()).toBe(true);
    expect(world.copies).toEqual(['mine']);
    expect(world.text()).toBe(isConflict ? 'theirs' : 'mine');
  }
});
