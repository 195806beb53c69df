import { AsyncLocalStorage } from 'node:async_hooks';
import { assert } from '@coffer/kit';
import type { Db } from './db.ts';

interface Holding {
  readonly db: Db;
  isOver: boolean;
}

const held = new AsyncLocalStorage<Holding>();

/**
 * Makes every transaction of this database fail that asks for a second connection. If such transactions had all
 * connections, they would wait for each other.
 */
export function holdOneConnection(db: Db): void {
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = async (use) => {
    const outer = held.getStore();
    assert(outer?.db !== db || outer.isOver, 'a transaction asked for a second connection');
    return await provide(async (connection) => {
      const holding = { db, isOver: false };
      try {
        return await held.run(holding, async () => await use(connection));
      } finally {
        holding.isOver = true;
      }
    });
  };
}
