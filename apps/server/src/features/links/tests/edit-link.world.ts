import { NodeId, type NodeView } from '@coffer/contracts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Owner, valueOf } from '../../../live.world.ts';
import { listChildren } from '../../files/list-children.ts';
import { type LinksWorld, startLinksWorld } from '../links.world.ts';
import { createRequests, type HandingIn } from '../requests/requests.world.ts';

/** Everything except `here` and `requests` is new for each test. */
export interface EditLinkWorld {
  readonly here: LinksWorld;
  readonly requests: ReturnType<typeof createRequests>;
  readonly owner: Owner;
  readonly folder: NodeView;
  /** The item that the link opens: the folder, or a file in it. */
  readonly target: NodeView;
  readonly link: Awaited<ReturnType<LinksWorld['share']>>;
  readonly guest: HandingIn;
  /** The names in a folder as the owner sees them. */
  readonly namesIn: (folderId: string) => Promise<readonly string[]>;
}

export const BY_NAME = { sort: 'name', order: 'asc', at: 0, limit: 100 } as const;

/** An edit link with a guest who has begun to upload. Call once in a test file. */
export function editLinkWorld(names: {
  readonly folder: string;
  /** If set, the link opens a file with this name in the folder. */
  readonly file?: string;
  readonly label: string;
}): EditLinkWorld {
  let here: LinksWorld;
  let requests: ReturnType<typeof createRequests>;
  let current: Pick<EditLinkWorld, 'owner' | 'folder' | 'target' | 'link' | 'guest'>;
  beforeAll(async () => {
    here = await startLinksWorld();
    requests = createRequests(here);
  });
  afterAll(async () => {
    await here[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    const owner = await here.world.addOwner();
    const folder = await here.makeFolder(owner, names.folder);
    const target =
      names.file === undefined
        ? folder
        : await here.upload(owner, names.file, { parentId: folder.id, text: 'of the owner' });
    const link = await here.share(owner.person, target, { kind: 'edit', label: names.label });
    current = { owner, folder, target, link, guest: await requests.begin(link.token) };
  });
  return {
    get here() {
      return here;
    },
    get requests() {
      return requests;
    },
    get owner() {
      return current.owner;
    },
    get folder() {
      return current.folder;
    },
    get target() {
      return current.target;
    },
    get link() {
      return current.link;
    },
    get guest() {
      return current.guest;
    },
    namesIn: async (folderId) => {
      const { person } = current.owner;
      const page = await listChildren(here.services, person, {
        nodeId: NodeId.parse(folderId),
        query: BY_NAME,
      });
      return valueOf(page).items.map(({ name }) => name);
    },
  };
}
