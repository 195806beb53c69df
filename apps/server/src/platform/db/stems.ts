import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

/** Languages whose stop words and stems PostgreSQL 15 and later know. English wins a tie. */
const LANGUAGES = [
  ['en', 'english_stem'],
  ['da', 'danish_stem'],
  ['de', 'german_stem'],
  ['es', 'spanish_stem'],
  ['fi', 'finnish_stem'],
  ['fr', 'french_stem'],
  ['hu', 'hungarian_stem'],
  ['it', 'italian_stem'],
  ['nl', 'dutch_stem'],
  ['no', 'norwegian_stem'],
  ['pt', 'portuguese_stem'],
  ['ru', 'russian_stem'],
  ['sv', 'swedish_stem'],
  ['tr', 'turkish_stem'],
] as const;
/** Arabic is recognized by its script, because PostgreSQL has no Arabic stop words. */
const ARABIC = ['ar', 'arabic_stem'] as const;

const table = (languages: readonly (readonly [string, string])[]) =>
  sql`(values ${sql.join(
    languages.map(([code, dictionary]) => sql`(${sql.lit(code)}, ${sql.lit(dictionary)}::regdictionary)`),
  )}) as language (code, dictionary)`;

/**
 * Selects the language (`code` and `dictionary`) of which most of the folded words are stop words. `words` must have
 * the most frequent word first; an empty list gives no row.
 */
export function languageOf(words: readonly string[]) {
  const isArabic = words.slice(0, 20).some((word) => /\p{Script=Arabic}/u.test(word));
  if (isArabic) return sql`select code, dictionary from ${table([ARABIC])}`;
  return sql`
    select code, dictionary
    from ${table(LANGUAGES)} cross join unnest(${words}::text[]) with ordinality as frequent (word, place)
    group by code, dictionary
    order by sum(case when ts_lexize(dictionary, word) = '{}' then 1 / sqrt(place) else 0 end) desc, code = 'en' desc
    limit 1`;
}

/** The stems of folded words in every language, as `-<language>-<stem>` like in the index. Keyed by word. */
export async function stemsOf(
  db: Db | Tx,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (words.length === 0) return new Map();
  const query = sql<{ readonly word: string; readonly stems: readonly string[] }>`
    select word, array_agg(distinct '-' || code || '-' || stem) as stems
    from unnest(${words}::text[]) as word cross join ${table([...LANGUAGES, ARABIC])}
      cross join lateral unnest(ts_lexize(dictionary, word)) as stem
    group by word`;
  return new Map((await query.execute(db)).rows.map(({ word, stems }) => [word, stems]));
}
