// Many guests hand in, give up and return; a request never exceeds its limits.
import { UploadId } from '@coffer/contracts';
import { MIB, MINUTE_MS } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendAll } from '../../../live-upload.contract.ts';
import { type Owner, valueOf } from '../../../live.world.ts';
import { type LinksWorld, startLinksWorld } from '../links.world.ts';
import { listNodeLinks } from '../manage/list-links.ts';
import { abortGuestUpload } from './guest-uploads.ts';
import { bytesOf, createRequests } from './requests.world.ts';

let here: LinksWorld;
let owner: Owner;
let requests: ReturnType<typeof createRequests>;
beforeAll(async () => {
  here = await startLinksWorld();
  owner = await here.world.addOwner();
  requests = createRequests(here);
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

const GUESTS = sized({ gate: 25, campaign: 200 });
const UNIT = sized({ gate: MIB / 64, campaign: MIB });
const FILES_MAX = 5;
const BYTES_MAX = 100 * UNIT;

test(
  'many concurrent guests never exceed 5 files or 100 MiB with these limits',
  async () => {
    const { token, folder } = await requests.ask(owner, { filesMax: FILES_MAX, bytesMax: BYTES_MAX });
    const seen: { readonly files: number; readonly sizeBytes: number }[] = [];
    const look = async (): Promise<void> => {
      const [link] = valueOf(await listNodeLinks(here.services, owner.person, folder.id)).items;
      if (link?.request) seen.push(link.request);
    };
    await Promise.all(
      Array.from({ length: GUESTS }, async (_, index) => {
        const guest = await requests.begin(token);
        for (const round of [0, 1]) {
          const file = {
            name: `${index} ${round}.bin`,
            sizeBytes: (10 + ((index * 7 + round) % 5) * 9) * UNIT,
          };
          const [item] = valueOf(await requests.reserve(guest, [file])).items;
          if (item?.outcome !== 'created') continue;
          const id = UploadId.parse(item.upload.id);
          if (index % 3 === round) {
            valueOf(await abortGuestUpload(here.services, guest, id));
            continue;
          }
          await sendAll(item, bytesOf(file));
          expect((await requests.complete(guest, id)).outcome).toBe('committed');
          await look();
        }
      }),
    );
    await look();
    expect(seen.every(({ files, sizeBytes }) => files <= FILES_MAX && sizeBytes <= BYTES_MAX)).toBe(true);
    expect(seen.at(-1)?.files).toBeGreaterThan(0);
    const { count } = await here.services.db
      .selectFrom('upload')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('request_id', 'is not', null)
      .where('state', '=', 'committed')
      .executeTakeFirstOrThrow();
    expect(count).toBe(seen.at(-1)?.files);
  },
  sized({ gate: 5, campaign: 30 }) * MINUTE_MS,
);
