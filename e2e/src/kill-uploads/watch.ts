import type { NodeView } from '@coffer/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { ApiError, type Person } from '../person.ts';
import type { Sources } from './files.ts';

export interface Watch {
  /** Throws earlier findings. */
  isComplete(): boolean;
  /** Throws if a file was ever visible incomplete or disappeared. */
  end(): Promise<ReadonlyMap<string, NodeView>>;
}

const LOOK_EVERY_MS = 150;

export function watchFolder(person: Person, folderId: NodeView['id'], sources: Sources): Watch {
  const seen = new Map<string, NodeView>();
  const stop = { isSet: false };
  const look = async (): Promise<void> => {
    const listing = { params: { nodeId: folderId }, query: { at: '0', limit: '200' } };
    const { items } = await person.call('listChildren', listing);
    for (const node of items) {
      const before = seen.get(node.name);
      expect(node.sizeBytes, `${node.name} is whole when it is seen`).toBe(
        sources.byName.get(node.name)?.sizeBytes,
      );
      if (before !== undefined) expect(node.versionId, `${node.name} stays`).toBe(before.versionId);
      seen.set(node.name, node);
    }
    const names = items.map((node) => node.name).toSorted();
    expect(names, 'what was seen once stays').toEqual(Array.from(seen.keys()).toSorted());
  };
  const looking = (async () => {
    while (!stop.isSet) {
      try {
        await look();
      } catch (error) {
        if (!isAway(error)) throw error;
      }
      await sleep(LOOK_EVERY_MS);
    }
  })();
  let fault: Error | undefined;
  looking.catch((error: unknown) => {
    fault = new Error('the watch has found something wrong', { cause: error });
  });
  return {
    isComplete: () => {
      if (fault !== undefined) throw fault;
      return seen.size === sources.byName.size;
    },
    end: async () => {
      stop.isSet = true;
      await looking;
      await look();
      return seen;
    },
  };
}

function isAway(error: unknown): boolean {
  // Plain text during startup.
  if (error instanceof TypeError || error instanceof SyntaxError) return true;
  return error instanceof ApiError && error.problem.status >= 500;
}
