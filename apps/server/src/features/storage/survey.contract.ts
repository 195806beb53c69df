import { randomUUID } from 'node:crypto';
import { UploadId } from '@coffer/contracts';
import { sized } from '@coffer/testing/campaign';
import { describe, expect, test } from 'vitest';
import { countedFigures, figuresOf, storedBytes } from '../../live-ledger.contract.ts';
import { begin, sendAll, uploaded } from '../../live-upload.contract.ts';
import { valueOf } from '../../live.world.ts';
import { purgeTrash } from '../files/trash/purge-trash.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { deleteDueBlobs } from '../ledger/index.ts';
import { abortUpload } from '../uploads/end/abort-upload.ts';
import type { OpenStore } from './storage.world.ts';
import { deleteDueOrphans } from './delete-due-orphans.ts';
import { METADATA } from './surveyed.world.ts';
import {
  files,
  findings,
  newKey,
  owner,
  plant,
  prepareSurveys,
  repair,
  services,
  store,
  survey,
  world,
} from './surveyed-scene.contract.ts';

const DAY_MS = 24 * 60 * 60_000;
const { ROWS, PLANTED } = sized({
  gate: { ROWS: 480, PLANTED: 220 },
  campaign: { ROWS: 2_400, PLANTED: 1_100 },
});

export function surveyContract(name: string, openStore?: OpenStore): void {
  describe(`ledger and store: ${name}`, () => {
    prepareSurveys(openStore);

    test('where everything is in order a survey finds nothing', async () => {
      await files(5);
      await ordinaryLife();
      const job = await survey();
      expect(job).toMatchObject({
        state: 'done',
        stopReason: null,
        counts: { objects: 8, uploads: 1, orphan: 0, missing: 0, different: 0, undeleted: 0, unfinished: 0 },
      });
      expect(await findings(job.id)).toEqual([]);
    });

    test('everything injected is found, and nothing else; a survey changes nothing, a repair fixes it', async () => {
      const whole = await files(6);
      await ordinaryLife();
      const [lost = '', longer = '', ...rest] = whole;
      const orphans = [newKey(), newKey(), newKey()];
      for (const key of orphans) await plant(key, Buffer.from('of nobody'));
      valueOf(await store.blobs.remove(lost));
      await plant(longer, Buffer.alloc(11, 9));
      const gone = await begin(services, owner, { name: 'gone', bytes: Buffer.alloc(4, 1) });
      await abortUpload(services, owner.person, UploadId.parse(gone.upload.id));
      const unfinished = newKey();
      valueOf(
        await store.blobs.createMultipart({ key: unfinished, mediaType: 'text/plain', metadata: METADATA }),
      );
      world.clock.advance(DAY_MS + 60_000);
      await deleteDueBlobs(services);
      await sendAll(gone, Buffer.alloc(4, 1));
      const undeleted = await services.db
        .selectFrom('upload')
        .innerJoin('blob', 'blob.id', 'upload.blob_id')
        .select('blob.key')
        .where('upload.id', '=', gone.upload.id)
        .executeTakeFirstOrThrow();

      const before = await storedBytes(store.blobs);
      const job = await survey();
      expect(job).toMatchObject({
        state: 'done',
        counts: {
          orphan: 3,
          orphanBytes: 27,
          missing: 1,
          missingBytes: 10,
          different: 1,
          undeleted: 1,
          unfinished: 1,
        },
      });
      const planted = [
        ...orphans.map((key) => `orphan ${key}`),
        `missing ${lost}`,
        `different ${longer}`,
        `undeleted ${undeleted.key}`,
        `unfinished ${unfinished}`,
      ];
      const found = (await findings(job.id)).map(({ kind, key }) => `${kind} ${key}`);
      expect(new Set(found)).toEqual(new Set(planted));
      expect(found.length).toBe(planted.length);
      expect(await storedBytes(store.blobs)).toEqual(before);

      const mended = await repair(job.id);
      expect(mended).toMatchObject({ state: 'done', counts: { mended: 7, settled: 0 } });
      const flagged = await services.db
        .selectFrom('blob')
        .select(['key', 'damage'])
        .where('damage', 'is not', null)
        .execute();
      expect(flagged.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(
        [
          { key: lost, damage: 'missing' },
          { key: longer, damage: 'different' },
        ].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      );
      const told = services.db.selectFrom('event').select('facts').where('verb', '=', 'version_damaged');
      expect((await told.where('space_id', '=', owner.spaceId).execute()).map(({ facts }) => facts)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ damage: 'missing' }),
          expect.objectContaining({ damage: 'different' }),
        ]),
      );
      expect(await figuresOf(services.db, owner.spaceId)).toEqual(
        await countedFigures(services.db, owner.spaceId),
      );
      world.clock.advance(14 * DAY_MS - 60_000);
      expect(await deleteDueOrphans(services)).toBe(0);
      world.clock.advance(60_000);
      expect(await deleteDueOrphans(services)).toBe(3);
      await deleteDueBlobs(services);
      const left = await storedBytes(store.blobs);
      for (const key of [...orphans, undeleted.key, unfinished]) expect(left.has(key)).toBe(false);
      for (const key of rest) expect(left.get(key)).toBe(10);
    });

    test(`${PLANTED} injected differences among ${ROWS}: all are found, without false alarms`, {
      timeout: 600_000,
    }, async () => {
      const rows = Array.from({ length: ROWS }, () => randomUUID());
      const now = world.clock.now();
      await services.db
        .insertInto('blob')
        .values(
          rows.map((id, index) => ({
            id,
            space_id: owner.spaceId,
            key: store.blobs.keyFor(id),
            size_bytes: 3,
            etag: null,
            sha256: null,
            state: index % 6 === 5 ? ('deleted' as const) : ('referenced' as const),
            verified_at: null,
            urls_until: null,
            delete_after: null,
            last_look_at: null,
            created_at: now,
            updated_at: now,
          })),
        )
        .execute();
      const planted = new Set<string>();
      for (const [index, id] of rows.entries()) {
        const key = store.blobs.keyFor(id);
        if (index % 6 === 0) planted.add(`missing ${key}`);
        else if (index % 6 === 1) {
          planted.add(`different ${key}`);
          await plant(key, Buffer.from('four'));
        } else if (index % 12 === 5) {
          planted.add(`undeleted ${key}`);
          await plant(key, Buffer.from('abc'));
        } else if (index % 6 !== 5) await plant(key, Buffer.from('abc'));
        if (index % 24 === 0) {
          const orphan = newKey();
          planted.add(`orphan ${orphan}`);
          await plant(orphan, Buffer.from('nobody'));
        }
      }
      const job = await survey();
      expect(job.state).toBe('done');
      const rowsFound = await services.db.selectFrom('storage_finding').select(['kind', 'key']).execute();
      expect(planted.size).toBe(PLANTED);
      expect(new Set(rowsFound.map(({ kind, key }) => `${kind} ${key}`))).toEqual(planted);
      expect(rowsFound.length).toBe(planted.size);
    });

    test('a purged object is no finding, neither while it is retained nor after', async () => {
      const node = await uploaded(services, owner, { name: 'a', bytes: Buffer.alloc(10, 1) });
      await trashNodes(services, owner.person, [node.id]);
      world.clock.advance(31 * DAY_MS);
      await purgeTrash(services);
      expect((await findings((await survey()).id)).length).toBe(0);
      world.clock.advance(15 * DAY_MS);
      await deleteDueBlobs(services);
      expect((await findings((await survey()).id)).length).toBe(0);
    });
  });
}

async function ordinaryLife(): Promise<void> {
  await begin(services, owner, { name: 'never sent', bytes: Buffer.alloc(5, 1) });
  const sent = await begin(services, owner, { name: 'not completed', bytes: Buffer.alloc(6, 1) });
  await sendAll(sent, Buffer.alloc(6, 1));
  const given = await begin(services, owner, { name: 'given up', bytes: Buffer.alloc(7, 1) });
  await sendAll(given, Buffer.alloc(7, 1));
  await abortUpload(services, owner.person, UploadId.parse(given.upload.id));
  await begin(services, owner, { name: 'in parts', bytes: Buffer.alloc(9 * 1024 * 1024, 1) });
  const trashed = await uploaded(services, owner, { name: 'trashed', bytes: Buffer.alloc(8, 1) });
  await trashNodes(services, owner.person, [trashed.id]);
}
