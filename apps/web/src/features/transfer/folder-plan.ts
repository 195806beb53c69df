import type { NodeId } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { TransferFailure } from './machine.ts';
import { type Patient, patiently } from './patiently.ts';
import type { TransferPorts } from './ports.ts';

/** Beside each other, as soon as their parents are there: a tree takes as many round trips as it is deep. */
const CALLS_AT_ONCE = 6;

/** Makes the folders of a dropped tree on demand, each once, parents first. */
export interface FolderPlan {
  /** The id of the folder at `path` below the target; an empty path is the target itself. */
  folderAt(path: readonly string[]): Promise<Result<NodeId, TransferFailure>>;
}

export function createFolderPlan(
  ports: Patient['ports'] & {
    readonly api: Pick<TransferPorts['api'], 'createFolder'>;
  },
  targetId: NodeId,
  signal: AbortSignal,
): FolderPlan {
  const lanes: Promise<unknown>[] = [];
  let calls = 0;
  const made = new Map<string, Promise<Result<NodeId, TransferFailure>>>();
  const make = async (path: readonly string[]): Promise<Result<NodeId, TransferFailure>> => {
    const parent = await folderAt(path.slice(0, -1));
    if (!parent.ok) return parent;
    const request = { parentId: parent.value, name: path.at(-1) ?? '', ifExists: 'reuse' } as const;
    const lane = (calls += 1) % CALLS_AT_ONCE;
    const asking = Promise.allSettled([lanes[lane]]).then(() =>
      patiently({ ports, signal }, () => ports.api.createFolder(request, signal)),
    );
    lanes[lane] = asking;
    const answer = await asking;
    return answer.ok ? ok(answer.value.id) : err({ ...answer.error, at: path.length - 1 });
  };
  const folderAt = (path: readonly string[]): Promise<Result<NodeId, TransferFailure>> => {
    if (path.length === 0) return Promise.resolve(ok(targetId));
    const key = path.join('/');
    const known = made.get(key);
    if (known !== undefined) return known;
    const making = make(path);
    made.set(key, making);
    // A folder that could not be made is tried again by the next file that needs it.
    const forget = (): boolean => made.delete(key);
    making.then((answer) => answer.ok || forget(), forget);
    return making;
  };
  return { folderAt };
}
