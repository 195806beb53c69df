import type { NodeId, SpaceId } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { TransferFailure } from '../model/machine.ts';
import { type RetryPorts, retryUntilAvailable } from '../../../lib/retry/retry-until-available.ts';
import type { TransferPorts } from '../send/ports.ts';

/** Sibling folders are created in parallel, so a tree costs one round trip per level. */
const CALLS_AT_ONCE = 6;

/** Creates the folders of a dropped tree on demand, each once, parents first. */
export interface FolderPlan {
  /** The id of the folder at `path` below the target; an empty path is the target itself. */
  folderAt(path: readonly string[]): Promise<Result<NodeId, TransferFailure>>;
  /** The space of the target. Undefined until a folder was created, and for guests. */
  spaceId(): SpaceId | undefined;
}

export function createFolderPlan(
  ports: RetryPorts & {
    readonly api: Pick<TransferPorts['api'], 'createFolder'>;
  },
  targetId: NodeId,
  signal: AbortSignal,
): FolderPlan {
  const lanes: Promise<unknown>[] = [];
  let calls = 0;
  let spaceId: SpaceId | undefined;
  const folders = new Map<string, Promise<Result<NodeId, TransferFailure>>>();
  const create = async (path: readonly string[]): Promise<Result<NodeId, TransferFailure>> => {
    const parent = await folderAt(path.slice(0, -1));
    if (!parent.ok) return parent;
    const folder = { parentId: parent.value, name: path.at(-1) ?? '', ifExists: 'reuse' } as const;
    const lane = (calls += 1) % CALLS_AT_ONCE;
    const request = Promise.allSettled([lanes[lane]]).then(() =>
      retryUntilAvailable({ ports, signal }, () => ports.api.createFolder(folder, signal)),
    );
    lanes[lane] = request;
    const answer = await request;
    if (!answer.ok) return err({ ...answer.error, at: path.length - 1 });
    ({ spaceId } = answer.value);
    return ok(answer.value.id);
  };
  const folderAt = (path: readonly string[]): Promise<Result<NodeId, TransferFailure>> => {
    if (path.length === 0) return Promise.resolve(ok(targetId));
    const key = path.join('/');
    const known = folders.get(key);
    if (known !== undefined) return known;
    const creation = create(path);
    folders.set(key, creation);
    // The next file that needs a failed folder retries it.
    const forget = (): boolean => folders.delete(key);
    creation.then((answer) => answer.ok || forget(), forget);
    return creation;
  };
  return { folderAt, spaceId: () => spaceId };
}
