import type { Services } from '../../services.ts';
import type { PersonRow } from './model.ts';
import { findPersonRows } from './store/people.ts';

/** Finds people by id, e-mail address or user name. Deleted people come last. */
export async function findPeople({ db }: Pick<Services, 'db'>, who: string): Promise<readonly PersonRow[]> {
  return await findPersonRows(db, who.trim());
}
