import { type RawBuilder, sql } from 'kysely';

/**
 * The name of a person, for a table or alias of `user`. Some pools give no names; then it is the e-mail address, or else
 * the user name. Null if a left join found nobody.
 */
export function shownName<Name extends string | null = string>(person: string): RawBuilder<Name> {
  const column = (name: string) => sql.ref(`${person}.${name}`);
  return sql<Name>`coalesce(nullif(${column('name')}, ''), nullif(${column('email')}, ''), ${column('username')})`;
}
